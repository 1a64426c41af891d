package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the tests of pages trust to come to light does so, on pages that do wrong. */
class ChromiumIT extends InChromium {
  @Test
  void aRequestAnErrorAndAWarningOfAScriptAreSeenAndNothingElseIs() throws IOException {
    open(
        "<img src='http://example.org/pixel.png'>"
            + "<script>console.log('fine'); console.warn('hm'); undefined.missing;</script>");
    assertThat(chromium.requests()).contains("http://example.org/pixel.png");
    assertThat(chromium.complaints())
        .hasSize(3)
        .anyMatch(text -> text.contains("ERR_NAME_NOT_RESOLVED"))
        .anyMatch(text -> text.contains("\"hm\""))
        .anyMatch(text -> text.contains("missing"));
  }

  @Test
  void aScriptOutOfAnUnescapedTextIsSeenToRun() throws IOException {
    open("<p>" + HostileResult.TEXT + "</p>");
    chromium.await(HostileResult.RAN);
  }

  private void open(String html) throws IOException {
    Path page = folder.resolve("page.html");
    Files.writeString(page, "<!doctype html><title>t</title>" + html, StandardCharsets.UTF_8);
    chromium.open(page);
  }
}
