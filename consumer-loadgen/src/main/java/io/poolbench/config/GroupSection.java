package io.poolbench.config;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Group;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import java.util.List;
import java.util.Map;

record GroupSection(
    String name,
    String method,
    Map<String, Integer> methods,
    List<Integer> users,
    List<Integer> rate,
    Sla sla) {
  Group group(int index, Workload.Closed closed, Workload.Open open) {
    if (name == null) {
      throw problem(index, "name", "missing (example: fast)");
    }
    if (users != null && rate != null) {
      throw problem(index, "rate", "not allowed beside users (valid: one of them)");
    }
    if (users == null && rate == null) {
      throw problem(index, "users", "missing (valid: users or rate)");
    }
    if (method != null && methods != null) {
      throw problem(index, "methods", "not allowed beside method (valid: one of them)");
    }
    try {
      return new Group(
          name,
          method != null ? Map.of(method, 1) : methods == null ? Map.of() : methods,
          users == null ? open : closed,
          users == null ? rate : users,
          sla);
    } catch (InvalidSettingException e) {
      throw problem(index, e.setting(), e.getMessage());
    }
  }

  private static InvalidSettingException problem(int index, String setting, String problem) {
    return new InvalidSettingException("groups." + index + "." + setting, problem);
  }

  static GroupSection of(Group group) {
    boolean closed = group.workload() instanceof Workload.Closed;
    List<String> names = List.copyOf(group.methods().keySet());
    return new GroupSection(
        group.name(),
        names.size() == 1 ? names.get(0) : null,
        names.size() > 1 ? group.methods() : null,
        closed ? group.levels() : null,
        closed ? null : group.levels(),
        group.sla());
  }
}
