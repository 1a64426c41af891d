package io.poolbench.measure;

import io.poolbench.core.Release;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Host;
import io.poolbench.journal.Journal;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machine;
import io.poolbench.lab.Machines;
import io.poolbench.lab.TargetFiles;
import io.poolbench.study.Cell;
import io.poolbench.study.ResolvedStudy;
import io.poolbench.study.SettingsDifference;
import io.poolbench.study.Study;
import io.poolbench.study.TargetSettings;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run that goes on with the journal of an earlier one. What it measures is compared with what was
 * measured before, so study, host and version have to be the same.
 *
 * @param study as configured now
 * @param poolbench the version and build that run now
 * @param providerHost where providers run; empty = on the driver's host
 * @param programs as {@link #programs(Study, Machine)}
 */
public record Resumption(
    Study study,
    String poolbench,
    Optional<ProviderHost> providerHost,
    Map<String, String> programs) {
  public Resumption {
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(poolbench, "poolbench");
    Objects.requireNonNull(providerHost, "providerHost");
    programs = Map.copyOf(programs);
  }

  /** A study that goes on with the journal of an earlier run on these machines. */
  public static Resumption of(Study study, Machines machines)
      throws LabException, InterruptedException {
    return new Resumption(
        study,
        machines.driver().build().release().toString(),
        machines.provider().other(),
        programs(study, machines.provider()));
  }

  /** The digests of the classes of a study's targets, by jar or class path. */
  static Map<String, String> programs(Study study, Machine machine)
      throws LabException, InterruptedException {
    Map<String, String> digests = new TreeMap<>();
    for (Cell cell : study.cells()) {
      if (cell.provider() instanceof TargetSettings target && !target.runsAlready()) {
        String name = String.join(File.pathSeparator, target.classPath());
        if (!digests.containsKey(name)) {
          digests.put(name, machine.ask().digest(TargetFiles.of(target.program())));
        }
      }
    }
    return digests;
  }

  /** The digest of a study's settings, which a journal begins with; its name is none of them. */
  static String digest(Study study) {
    Stream<String> lines = ResolvedStudy.of(study).yaml().lines();
    String settings = lines.filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
    return Release.digest(new TreeMap<>(Map.of("settings", settings)));
  }

  /**
   * Checks that an earlier run can be resumed.
   *
   * @param begun the study as configured in the earlier run
   * @param host that runs now
   * @throws ResumptionException naming the first difference
   */
  public void require(Study begun, Journal earlier, Host host) throws ResumptionException {
    List<Entry.Began> runs = Entry.only(Entry.Began.class, earlier.entries()).toList();
    requireSame(SettingsDifference.between(begun, study));
    if (runs.isEmpty()) {
      return;
    }
    if (runs.stream().noneMatch(run -> run.study().equals(digest(begun)))) {
      throw new ResumptionException("study.yaml was changed since the run began");
    }
    Entry.Began first = runs.get(0);
    if (!first.poolbench().equals(poolbench)) {
      throw new ResumptionException(
          "poolbench differs (was " + first.poolbench() + ", is " + poolbench + ")");
    }
    requireSame(host.differenceFrom(first.host()));
    for (Map.Entry<String, String> program : first.programs().entrySet()) {
      String now = programs.get(program.getKey());
      if (!program.getValue().equals(now)) {
        throw new ResumptionException(
            "%s was built anew or changed (build was %s, is %s)"
                .formatted(program.getKey(), program.getValue(), now));
      }
    }
    for (Entry.Opened opened : Entry.only(Entry.Opened.class, earlier.entries()).toList()) {
      requireSame(
          ProviderHost.difference(opened.environment().providerHost(), providerHost.orElse(null)));
    }
  }

  private static void requireSame(Optional<String> difference) throws ResumptionException {
    if (difference.isPresent()) {
      throw new ResumptionException(difference.get());
    }
  }

  /** A run that cannot be resumed because it differs from the study. The message is one line. */
  public static final class ResumptionException extends Exception {
    ResumptionException(String problem) {
      super("cannot resume: " + problem);
    }
  }
}
