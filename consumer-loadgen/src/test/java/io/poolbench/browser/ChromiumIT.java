package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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

  @Test
  void aCanvasIsBlankUntilSomethingIsDrawn() throws IOException {
    open("<canvas id=c width=20 height=20></canvas>");
    String painted = "harness.painted(document.querySelectorAll('canvas'))";
    assertThat(chromium.holds(painted)).isFalse();
    chromium.run("c.getContext('2d').fillRect(0, 0, 20, 20);");
    assertThat(chromium.holds(painted)).as("one colour all over").isFalse();
    chromium.run("c.getContext('2d').clearRect(5, 5, 5, 5);");
    assertThat(chromium.holds(painted)).isTrue();
  }

  @Test
  void theDefinitionOfContrastGivesItsOwnExamples() throws IOException {
    // Web Content Accessibility Guidelines 2.2: 1 to 21; #767676 is the lightest grey on white.
    open(
        "<body style='background: white'><p style='color: black'>21</p>"
            + "<p style='color: white'>1</p><p style='color: #767676'>4.54</p>"
            + "<p style='background: #000; color: #767676'>4.6</p></body>");
    assertThat(Contrast.ofPage(chromium))
        .extracting(Contrast::text, contrast -> Math.round(contrast.ratio() * 100) / 100.0)
        .containsExactlyInAnyOrder(
            tuple("21", 21.0), tuple("1", 1.0), tuple("4.54", 4.54), tuple("4.6", 4.62));
  }

  private void open(String html) throws IOException {
    Path page = folder.resolve("page.html");
    Files.writeString(page, "<!doctype html><title>t</title>" + html, StandardCharsets.UTF_8);
    chromium.open(page);
  }
}
