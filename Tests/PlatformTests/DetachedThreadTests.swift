import Dispatch
import Platform
import Testing

@Suite struct DetachedThreadTests {
  @Test func `a thread runs its function, and releases it`() {
    final class Token: Sendable {
      let gone: DispatchSemaphore
      init(_ gone: DispatchSemaphore) { self.gone = gone }
      deinit { gone.signal() }
    }
    let (ran, gone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    func start(_ token: Token) -> Bool {
      DetachedThread.start {
        withExtendedLifetime(token) { _ = ran.signal() }
      }
    }
    #expect(start(Token(gone)))
    ran.wait()
    gone.wait()
  }
}
