package io.poolbench.browser;

/** A text of a study that tries to run a script wherever it is put unescaped. */
final class Hostile {
  static final String TEXT = "</script>'\"><img src=x onerror='window.hacked=1'>&lt;{b}";

  /** Whether the text ran in a page. */
  static final String RAN = "window.hacked !== undefined";

  private Hostile() {}
}
