package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The method that a load calls: a built-in method, or calls that a study describes. */
public sealed interface CalledMethod permits ServiceMethod, CallSettings, CalledMethod.CallMix {
  String id();

  /** The study's setting that selects it, such as {@code driver.method}. */
  String setting();

  /** The Dubbo interface; empty for several calls and for a web provider. */
  String service();

  default boolean isHttp() {
    return false;
  }

  /** Whether a call holds its thread until the answer is complete; assumed for a study's calls. */
  default boolean keepsThread() {
    return true;
  }

  /** Whether all calls have the same arguments, though others could be given. */
  default boolean hasSameArguments() {
    return false;
  }

  default Map<CalledMethod, Integer> weighted() {
    return Map.of(this, 1);
  }

  /** A built-in method, or one of the study's calls, by name. */
  default CalledMethod named(String setting, String id) {
    CalledMethod[] calls = weighted().keySet().toArray(CalledMethod[]::new);
    return InvalidSettingException.constant(setting, "call", calls, CalledMethod::id, id);
  }

  /** The method of a cell: a built-in one, or the study's calls. */
  static CalledMethod of(Section cell) {
    if (cell.has("call")) {
      return cell.record("call", CallSettings.class);
    }
    if (!cell.has("calls")) {
      return cell.read("driver", driver -> ServiceMethod.byId("method", driver.text("method")));
    }
    List<CallSettings> calls = cell.named("calls", CallSettings.class);
    return calls.size() == 1 ? calls.get(0) : new CallMix(calls);
  }

  /** Calls with unique names, at least one; each request is one of them, chosen by weight. */
  record CallMix(List<CallSettings> calls) implements CalledMethod {
    public CallMix {
      calls = List.copyOf(calls);
      if (calls.isEmpty()) {
        throw new InvalidSettingException("calls", "empty (valid: one call or more)");
      }
      if (calls.stream().allMatch(call -> call.weight() == 0)) {
        throw new InvalidSettingException("calls", "weights are all 0 (valid: one above 0)");
      }
    }

    @Override
    public String id() {
      return calls.stream().map(CallSettings::id).collect(Collectors.joining(", "));
    }

    @Override
    public String setting() {
      return "calls";
    }

    @Override
    public String service() {
      return "";
    }

    @Override
    public Map<CalledMethod, Integer> weighted() {
      Map<CalledMethod, Integer> weighted = new LinkedHashMap<>();
      calls.forEach(call -> weighted.put(call, call.weight()));
      return Collections.unmodifiableMap(weighted);
    }
  }
}
