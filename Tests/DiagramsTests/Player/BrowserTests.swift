import Testing

/// Tests in a real browser, one at a time. They take a minute: `STREAMS_BROWSER=1` asks for them, and
/// without Chromium and its driver they are skipped.
@Suite(
  .serialized,
  .enabled(if: Browser.isWanted, "'STREAMS_BROWSER' is not 1"),
  .enabled(if: Browser.isInstalled, "needs 'chromium' and 'chromedriver' in PATH"))
enum BrowserTests {}
