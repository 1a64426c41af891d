package io.poolbench.browser;

import io.poolbench.report.HtmlRenderer;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share a browser, which each of them finds at a desk and in light colours. */
abstract class InChromium {
  static Chromium chromium;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    chromium = Chromium.start();
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
      chromium = null;
    }
  }

  @BeforeEach
  void atADesk() {
    chromium.resize(1280, 900);
    chromium.show("screen", "light");
  }

  /** Opens the page of a result, and waits until it is ready. */
  void open(StudyResult result) throws IOException {
    open(chromium, result);
  }

  void open(Chromium chromium, StudyResult result) throws IOException {
    chromium.open(write(result));
    chromium.await("poolbench.ready");
  }

  /** Writes the page of a result. */
  Path write(StudyResult result) throws IOException {
    Path page = folder.resolve("report.html");
    try (Writer out = Files.newBufferedWriter(page)) {
      new HtmlRenderer().render(result, out);
    }
    return page;
  }
}
