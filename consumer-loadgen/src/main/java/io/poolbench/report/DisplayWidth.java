package io.poolbench.report;

/**
 * How many columns a text takes where each character has a fixed width: two for the wide ones of
 * East Asian scripts and for pictographs, none for marks that join the character before them
 * (Unicode Standard Annex 11, wide and fullwidth; ambiguous ones count as narrow).
 */
final class DisplayWidth {
  /** First and last of each wide block, rising. */
  private static final int[][] WIDE = {
    {0x1100, 0x115F}, // Hangul Jamo, leading consonants
    {0x2E80, 0x303E}, // radicals, CJK symbols
    {0x3041, 0x33FF}, // kana, Bopomofo, Hangul compatibility, enclosed
    {0x3400, 0x4DBF}, // ideographs, extension A
    {0x4E00, 0xA4CF}, // ideographs, Yi
    {0xA960, 0xA97F}, // Hangul Jamo, extended A
    {0xAC00, 0xD7A3}, // Hangul syllables
    {0xF900, 0xFAFF}, // compatibility ideographs
    {0xFE30, 0xFE6F}, // compatibility and small forms
    {0xFF00, 0xFF60}, // fullwidth forms
    {0xFFE0, 0xFFE6}, // fullwidth signs
    {0x1F300, 0x1F64F}, // pictographs
    {0x1F680, 0x1F6FF}, // transport
    {0x1F900, 0x1FAFF}, // more pictographs
    {0x20000, 0x3FFFD}, // ideographs, extensions B and on
  };

  private DisplayWidth() {}

  /** The columns that a text takes. */
  static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  private static int of(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(codePoint) ? 2 : 1;
    };
  }

  private static boolean isWide(int codePoint) {
    for (int[] block : WIDE) {
      if (codePoint >= block[0] && codePoint <= block[1]) {
        return true;
      }
    }
    return false;
  }
}
