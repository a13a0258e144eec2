import Testing

/// Tests in a real browser, one at a time. Without Chromium and its driver they are skipped.
@Suite(
  .serialized, .enabled(if: Browser.isInstalled, "needs 'chromium' and 'chromedriver' in PATH"))
enum BrowserTests {}
