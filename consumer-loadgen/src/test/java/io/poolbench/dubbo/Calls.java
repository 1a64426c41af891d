package io.poolbench.dubbo;

import io.poolbench.Changed;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.GoodAnswer;
import io.poolbench.study.CallSettings.Serialization;
import java.util.Map;

/** Calls, as a study describes them: of {@link TestApplication} where no service is named. */
final class Calls {
  private Calls() {}

  static CallSettings of(String method, String arguments) {
    return of(TestApplication.SERVICE, method, arguments, Map.of());
  }

  static CallSettings of(
      String method,
      String arguments,
      String data,
      GoodAnswer answer,
      Serialization serialization,
      boolean generic) {
    CallSettings call = Changed.with(of(method, arguments), "data", data);
    call = Changed.with(call, "answer", answer, "serialization", serialization);
    return Changed.with(call, "generic", generic);
  }

  /** Typed, of any service, without data. */
  static CallSettings of(
      String service, String method, String arguments, Map<String, String> attachments) {
    return new CallSettings(
        "", service, "", "", method, arguments, "", attachments, null, null, false, null, 1);
  }
}
