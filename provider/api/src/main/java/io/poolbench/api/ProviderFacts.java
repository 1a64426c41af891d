package io.poolbench.api;

import java.util.Map;

/** The software of a running provider, read back from it. */
public sealed interface ProviderFacts permits DubboFacts, WebFacts, TargetFacts {
  String text();

  String toFields();

  static ProviderFacts of(Map<String, String> fields) {
    if (fields.containsKey(TargetFacts.DUBBO)) {
      return TargetFacts.of(fields);
    }
    return fields.containsKey(WebFacts.PARTS) ? WebFacts.of(fields) : DubboFacts.of(fields);
  }
}
