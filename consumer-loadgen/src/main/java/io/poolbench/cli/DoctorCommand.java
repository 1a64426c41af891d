package io.poolbench.cli;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Host;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.Jdks;
import io.poolbench.lab.Pinning;
import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.report.ExitCode;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Table;
import io.poolbench.study.CpuSets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "doctor",
    description =
        "Print what a run would note about this host; a Redis image that is missing is pulled.")
final class DoctorCommand implements Callable<Integer> {
  private static final double GIBI = 1L << 30;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private record Fact(String name, String value) {}

  @Override
  public Integer call() throws InterruptedException {
    HostFacts facts = new HostFacts();
    CpuPlan cpus = CpuPlan.of(CpuSets.AUTO, facts.cpus());
    Pinning pinning = Pinning.detect();
    List<Fact> found = new ArrayList<>();
    List<String> notes = new ArrayList<>(facts.limitations());
    machineTo(found, facts.describe(facts.cpus()));
    found.add(new Fact("provider on CPU", cpus.provider().toString()));
    found.add(new Fact("driver on CPU", cpus.driver().toString()));
    if (!pinning.available()) {
      notes.add("command taskset not found, or not allowed: provider and driver run on any CPU");
    } else if (cpus.shared()) {
      notes.add("provider and driver share a CPU");
    }
    found.add(new Fact("load average", FigureText.measure(HostFacts.loadAverage())));
    found.add(
        new Fact(
            "JDKs",
            Jdks.ofThisHost().stream()
                .map(jdk -> jdk.version() + " in " + jdk.home())
                .collect(Collectors.joining(", "))));
    redisTo(found, notes, pinning.available() ? cpus.driver().toString() : "");
    Page page = new Page();
    page.heading(1, "This host");
    page.table(Table.of(found, Table.text("fact", Fact::name), Table.text("value", Fact::value)));
    page.notes(notes);
    Poolbench.print(spec, page.blocks());
    return ExitCode.DONE.code();
  }

  private static void machineTo(List<Fact> found, Host host) {
    found.add(new Fact("system", host.os() + ", " + host.kernel()));
    found.add(new Fact("CPU", host.cpuModel() + ", CPUs " + host.cpus()));
    found.add(new Fact("CPU quota", host.cpuQuota().isEmpty() ? "none" : host.cpuQuota()));
    found.add(new Fact("memory", FigureText.measure(host.memoryBytes() / GIBI) + " GiB"));
    found.add(new Fact("JVM", host.driverJvm()));
  }

  private static void redisTo(List<Fact> found, List<String> notes, String cpus) {
    try (RedisServer redis = RedisKind.AUTO.start("", cpus)) {
      found.add(new Fact("Redis", redis.description()));
      notes.addAll(redis.notes());
    } catch (RedisUnavailableException e) {
      notes.add("no Redis: " + e.getMessage());
    }
  }
}
