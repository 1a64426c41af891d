package io.poolbench.spec;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The commands that start the processes of a run on other machines.
 *
 * @param provider starts the process in which providers run; null = they run on this machine
 * @param load each starts a load generator; empty = this process makes the calls
 * @param leastGenerators the number of generators with which a run goes on; null = all
 * @param silence a process that sends nothing for this long is lost
 */
public record MachineCommands(
    String provider, List<String> load, Integer leastGenerators, Duration silence) {
  public static final MachineCommands NONE =
      new MachineCommands(null, List.of(), null, Duration.ofSeconds(10));

  public MachineCommands {
    load = load == null ? List.of() : List.copyOf(load);
    Objects.requireNonNull(silence, "silence");
  }
}
