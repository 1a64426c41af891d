package io.poolbench.report;

import java.util.regex.Pattern;

/** A page without what has files of its own: its style, its scripts, and the scripts' digests. */
final class PageFrame {
  private static final Pattern STYLE = Pattern.compile("<style>.*?</style>", Pattern.DOTALL);
  private static final Pattern SCRIPT = Pattern.compile("<script>.*?</script>", Pattern.DOTALL);
  private static final Pattern DIGEST = Pattern.compile("'sha256-[^']+'");

  private PageFrame() {}

  static String of(String page) {
    String unstyled = STYLE.matcher(page).replaceAll("<style>...</style>");
    String silent = SCRIPT.matcher(unstyled).replaceAll("<script>...</script>");
    return DIGEST.matcher(silent).replaceAll("'sha256-...'");
  }
}
