/// A short string of a record that a reader has checked and passed over, for another thread to make.
///
/// Such texts are shared among records. If one thread made them and another one let go of them, both
/// would change the count of the same references in turn, and each of them wait for the other's
/// processor: that costs more than the text. So a reader that reads ahead leaves a null in the place of
/// the text, and the thread that plays the record makes it and lets go of it.
package struct DeferredText: Sendable {
  /// The number of the record, and the slot of the text in it.
  fileprivate let record: Int32
  fileprivate let slot: Int32
  /// Where the text stands.
  fileprivate let start: Int32
  fileprivate let length: Int32
}

/// What a reader has left to another thread.
struct DeferredTexts {
  var isOn = false
  /// The record that is being read.
  var record: Int32 = 0
  fileprivate(set) var texts: [DeferredText] = []

  mutating func add(slot: Int, _ range: Range<Int>) {
    texts.append(
      DeferredText(
        record: record, slot: Int32(truncatingIfNeeded: slot),
        start: Int32(truncatingIfNeeded: range.lowerBound),
        length: Int32(truncatingIfNeeded: range.count)))
  }

  /// Forgets those of the record that is being read.
  mutating func forgetRecord() {
    while texts.last?.record == record { texts.removeLast() }
  }
}

extension ReaderMemory {
  /// Has the short strings of records left to another thread.
  package func deferTexts() {
    unsafe scratch.pointee.deferred.isOn = true
  }

  /// Takes what has been left since it was asked for last, in exchange for an empty list and its memory.
  package func takeDeferred(_ texts: inout [DeferredText]) {
    texts.removeAll(keepingCapacity: true)
    unsafe swap(&scratch.pointee.deferred.texts, &texts)
  }

  /// Puts texts in their places in records, which nobody else has. They are made of the bytes that were
  /// read, behind which eight more can be.
  package func make(
    _ texts: [DeferredText], of bytes: [UInt8], in records: UnsafeMutablePointer<Value>
  ) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return }
      unsafe forEachRecord(of: texts) { record, texts in
        _ = unsafe records[record].changeSlots { slots in
          for index in 0..<texts.count {
            let text = unsafe texts[index]
            let place = unsafe bytes + Int(text.start)
            let made = unsafe scratch.pointee.texts.text(place, Int(text.length))
            if let first = slots.baseAddress { unsafe (first + Int(text.slot)).put(.string(made)) }
          }
        }
      }
    }
  }

  /// Lets go of texts that were made in records, as far as nobody else has these.
  package func letGo(of texts: [DeferredText], in records: UnsafeMutablePointer<Value>) {
    unsafe forEachRecord(of: texts) { record, texts in
      guard unsafe scratch.pointee.lettingGo.isOn else { return }
      // Where somebody has taken the record out, something else may be.
      let change = unsafe records[record].changeSlots { slots in
        for index in 0..<texts.count {
          let slot = unsafe Int(texts[index].slot)
          if slot < slots.count { unsafe slots[slot] = .value(.null) }
        }
      }
      unsafe scratch.pointee.lettingGo.note(change)
    }
  }

  @inline(__always)
  private func forEachRecord(
    of texts: [DeferredText], _ body: (Int, UnsafeBufferPointer<DeferredText>) -> Void
  ) {
    unsafe texts.withUnsafeBufferPointer { texts in
      var first = 0
      while first < texts.count {
        let record = unsafe texts[first].record
        var end = first + 1
        while end < texts.count, unsafe texts[end].record == record { end += 1 }
        unsafe body(Int(record), UnsafeBufferPointer(rebasing: texts[first..<end]))
        first = end
      }
    }
  }
}

extension Value {
  /// Has the slots of an object changed.
  @inline(__always)
  fileprivate mutating func changeSlots(
    _ change: (UnsafeMutableBufferPointer<Object.Slot>) -> Void
  ) -> Object.Refilling {
    var old = Value.null
    swap(&old, &self)
    guard case .object(var object) = consume old else { return .impossible }
    let outcome = unsafe object.changeSlots(change)
    self = .object(object)
    return outcome
  }
}
