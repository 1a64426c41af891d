package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** A sorted set of logical CPUs in the kernel's list format ({@code 0-3,8}). */
public record CpuList(List<Integer> cpus) {
  private static final int MAX_CPU = 8191;

  public CpuList {
    cpus = cpus.stream().sorted().distinct().toList();
  }

  /**
   * Parses a list in the kernel's format.
   *
   * @throws InvalidSettingException for the setting {@code cpus} if the list is invalid
   */
  public static CpuList parse(String list) {
    BitSet cpus = new BitSet();
    for (String part : list.trim().split(",", -1)) {
      String[] ends = part.trim().split("-", -1);
      try {
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        if (ends.length > 2 || first < 0 || last < first || last > MAX_CPU) {
          throw invalid(list);
        }
        cpus.set(first, last + 1);
      } catch (NumberFormatException e) {
        throw invalid(list);
      }
    }
    return new CpuList(cpus.stream().boxed().toList());
  }

  public int count() {
    return cpus.size();
  }

  public boolean within(CpuList others) {
    return others.cpus.containsAll(cpus);
  }

  public boolean overlaps(CpuList others) {
    return cpus.stream().anyMatch(others.cpus::contains);
  }

  /** The CPUs at positions {@code from} to {@code to}, exclusive. */
  public CpuList part(int from, int to) {
    return new CpuList(cpus.subList(from, to));
  }

  CpuList without(CpuList others) {
    return new CpuList(cpus.stream().filter(cpu -> !others.cpus.contains(cpu)).toList());
  }

  public CpuList with(CpuList others) {
    return new CpuList(Stream.concat(cpus.stream(), others.cpus.stream()).toList());
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= cpus.size(); i++) {
      if (i == cpus.size() || cpus.get(i) != cpus.get(i - 1) + 1) {
        int first = cpus.get(from);
        int last = cpus.get(i - 1);
        parts.add(first == last ? Integer.toString(first) : first + "-" + last);
        from = i;
      }
    }
    return String.join(",", parts);
  }

  private static InvalidSettingException invalid(String list) {
    return new InvalidSettingException("cpus", "invalid CPU list '" + list + "' (example: 0-3,8)");
  }
}
