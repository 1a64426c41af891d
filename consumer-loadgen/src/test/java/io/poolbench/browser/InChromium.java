package io.poolbench.browser;

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
}
