import Testing

/// Tests in a real browser, one at a time. They take a minute and are requested with
/// `STREAMS_BROWSER=1`. Without Chromium and its driver they are skipped.
@Suite(
  .serialized,
  .enabled(if: Browser.isWanted, "'STREAMS_BROWSER' is not 1"),
  .enabled(if: Browser.isInstalled, "needs 'chromium' and 'chromedriver' in PATH"))
enum BrowserTests {}
