package io.poolbench.study;

import java.util.regex.Pattern;

/** A word of a command line, as a POSIX shell takes it. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWord() {}

  /** The word as it is where a shell reads all of its characters as they are, otherwise quoted. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
