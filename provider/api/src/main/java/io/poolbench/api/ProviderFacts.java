package io.poolbench.api;

import java.util.Map;

/** What a running provider is made of, read back from it. */
public sealed interface ProviderFacts permits DubboFacts, WebFacts, TargetFacts {
  /** In one line, for people. */
  String text();

  /** The fields of a READY line. */
  String toFields();

  /** The facts of such fields. */
  static ProviderFacts of(Map<String, String> fields) {
    if (fields.containsKey(TargetFacts.DUBBO)) {
      return TargetFacts.of(fields);
    }
    return fields.containsKey(WebFacts.PARTS) ? WebFacts.of(fields) : DubboFacts.of(fields);
  }
}
