package io.poolbench.api;

import java.util.Locale;

/** An enum whose constants are named in studies and files as in the code, such as {@code as-is}. */
public interface Named {
  String name();

  default String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
