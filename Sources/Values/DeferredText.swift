/// A short string of a record that a reader has checked and skipped, for another thread to create.
///
/// Such strings are shared among records. If one thread created them and another one released them,
/// both would take turns changing the same reference counts, and each would wait for the other's
/// processor, which costs more than the string. So a reader that reads ahead leaves a null in place
/// of the string, and the thread that plays the record creates and releases it.
package struct DeferredText: Sendable {
  /// The number of the record, and the slot of the string in the record.
  fileprivate let record: Int32
  fileprivate let slot: Int32
  /// The position of the string in the bytes.
  fileprivate let start: Int32
  fileprivate let length: Int32
}

/// The strings that a reader has left to another thread.
struct DeferredTexts {
  var isOn = false
  /// The number of the record that is being read.
  var record: Int32 = 0
  fileprivate(set) var texts: [DeferredText] = []

  mutating func add(slot: Int, _ range: Range<Int>) {
    texts.append(
      DeferredText(
        record: record, slot: Int32(truncatingIfNeeded: slot),
        start: Int32(truncatingIfNeeded: range.lowerBound),
        length: Int32(truncatingIfNeeded: range.count)))
  }

  /// Drops the strings of the record that is being read.
  mutating func forgetRecord() {
    while texts.last?.record == record { texts.removeLast() }
  }
}

extension ReaderMemory {
  /// Makes the reader leave the short strings of records to another thread.
  package func deferTexts() {
    unsafe scratch.pointee.deferred.isOn = true
  }

  /// Takes the strings deferred since the last call, in exchange for an empty list and its memory.
  package func takeDeferred(_ texts: inout [DeferredText]) {
    texts.removeAll(keepingCapacity: true)
    unsafe swap(&scratch.pointee.deferred.texts, &texts)
  }

  /// Puts strings into their slots in records that nothing else refers to. They are created from
  /// the bytes that were read, which must be followed by eight readable bytes.
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

  /// Releases strings that were created in records, unless something else refers to those records.
  package func release(_ texts: [DeferredText], in records: UnsafeMutablePointer<Value>) {
    unsafe forEachRecord(of: texts) { record, texts in
      guard unsafe scratch.pointee.lettingGo.isOn else { return }
      // If the record has been taken out, something else may be in its place.
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
  /// Lets a closure change the slots of an object.
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
