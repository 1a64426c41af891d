package io.poolbench.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether verdicts are coloured, and how. */
public enum Colours {
  NONE {
    @Override
    public String paint(String plain) {
      return plain;
    }
  },

  /** The SGR codes of ECMA-48. */
  ANSI {
    @Override
    public String paint(String plain) {
      Matcher words = VERDICT.matcher(plain);
      StringBuilder painted = new StringBuilder();
      while (words.find()) {
        String code =
            words.group("good") != null ? GREEN : words.group("bad") != null ? RED : YELLOW;
        words.appendReplacement(
            painted, Matcher.quoteReplacement(code + words.group() + DEFAULT_COLOUR));
      }
      return words.appendTail(painted).toString();
    }
  };

  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String DEFAULT_COLOUR = "\u001b[39m";

  /** Verdicts, and values that a table marks with ! or ?. */
  private static final Pattern VERDICT =
      Pattern.compile(
          "(?<good>\\b(?:PASS|CONFIRMED|(?<!NOT )SHOWN)\\b)"
              + "|(?<bad>\\b(?:FAIL|REFUTED)\\b|[0-9.,%]+ !(?=\\s|$))"
              + "|\\b(?:INVALID|NOT SHOWN|NOT|UNDECIDED|INTERRUPTED)\\b|[-0-9.,%]+ \\?(?=\\s|$)");

  /** Colours the verdicts of a text without escape codes; its width stays the same. */
  public abstract String paint(String plain);
}
