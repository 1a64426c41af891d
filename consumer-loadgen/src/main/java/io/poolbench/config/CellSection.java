package io.poolbench.config;

import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.CalledMethod.CallMix;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Cell.NetworkSettings;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Validity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sections of a cell. At most one of {@code call} and {@code calls} is not null; it replaces
 * {@code driver.method}.
 */
record CellSection(
    String name,
    ProviderSettings provider,
    RedisSettings redis,
    NetworkSettings network,
    DriverSettings driver,
    CallSection call,
    Map<String, CallSection> calls,
    CpuSets cpus,
    LoadSchedule load,
    Validity validity,
    Sla sla,
    String published) {
  Cell cell(Path folder) {
    return new Cell(
        name,
        provider,
        redis,
        network,
        call == null && calls == null ? driver : driver.calling(called(folder)),
        cpus,
        load,
        validity,
        sla,
        published);
  }

  private CalledMethod called(Path folder) {
    if (call != null) {
      return call.settings("", folder);
    }
    List<CallSettings> all = new ArrayList<>();
    calls.forEach((key, section) -> all.add(section.settings(key, folder)));
    return all.size() == 1 ? all.get(0) : new CallMix(all);
  }

  static CellSection of(Cell cell) {
    CallSection one = null;
    Map<String, CallSection> several = new LinkedHashMap<>();
    for (CalledMethod method : cell.driver().method().weighted().keySet()) {
      if (method instanceof CallSettings settings && settings.name().isEmpty()) {
        one = CallSection.of(settings);
      } else if (method instanceof CallSettings settings) {
        several.put(settings.name(), CallSection.of(settings));
      }
    }
    return new CellSection(
        cell.name(),
        cell.provider(),
        cell.redis(),
        cell.network(),
        one == null && several.isEmpty()
            ? cell.driver()
            : cell.driver().calling(ServiceMethod.EMPTY),
        one,
        several.isEmpty() ? null : several,
        cell.cpus(),
        cell.load(),
        cell.validity(),
        cell.sla(),
        cell.published());
  }
}
