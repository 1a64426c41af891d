package io.poolbench.report;

import java.io.IOException;

/**
 * Lets the reader of a page choose how loads are spaced in all of its charts. Hidden until a script
 * draws these.
 */
final class SpacingChoice {
  private SpacingChoice() {}

  static void writeTo(Appendable out) throws IOException {
    out.append("<fieldset class=\"spacing\" hidden><legend>Loads in all charts:</legend>\n");
    // Browsers that remember a choice would show it beside charts drawn to scale.
    out.append(
        "<label><input type=\"radio\" name=\"spacing\" value=\"scale\" autocomplete=\"off\"");
    out.append(" checked> to scale</label>\n");
    out.append(
        "<label><input type=\"radio\" name=\"spacing\" value=\"even\" autocomplete=\"off\">");
    out.append(" evenly spaced</label>\n</fieldset>\n");
  }
}
