package io.poolbench.report;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Host;
import io.poolbench.journal.ViolationCode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of a journal that are no slices: when and where a run measured, and what failed.
 *
 * @param began null in a journal without a row
 * @param calibration of the calls to this host; null if the study has none
 * @param opened as read back, by cell and repetition
 * @param failures of cells that were not opened again
 * @param complete whether everything planned was measured
 * @param tags given by the user, such as {@code build=1234}
 */
public record RunFacts(
    Entry.Began began,
    Calibrated calibration,
    List<Entry.Opened> opened,
    List<Entry.Failed> failures,
    boolean complete,
    Map<String, String> tags) {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  public RunFacts {
    opened = List.copyOf(opened);
    failures = List.copyOf(failures);
    Objects.requireNonNull(tags, "tags");
  }

  public static RunFacts of(List<Entry> entries, Map<String, String> tags) {
    Entry.Began began = null;
    Calibrated calibration = null;
    Map<String, Entry.Opened> opened = new LinkedHashMap<>();
    Map<String, Entry.Failed> failures = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.Began first && began == null) {
        began = first;
      } else if (entry instanceof Calibrated latest) {
        calibration = latest;
      } else if (entry instanceof Entry.Opened each) {
        opened.put(each.cell() + "/" + each.repetition(), each);
        failures.remove(each.cell() + "/" + each.repetition());
      } else if (entry instanceof Entry.Failed each) {
        failures.put(each.cell() + "/" + each.repetition(), each);
      }
    }
    return new RunFacts(
        began,
        calibration,
        new ArrayList<>(opened.values()),
        new ArrayList<>(failures.values()),
        Entry.Ended.isComplete(entries),
        tags);
  }

  /** The failures of the lab: an interruption is none. */
  public List<Entry.Failed> labFailures() {
    return failures.stream()
        .filter(failed -> !failed.code().equals(ViolationCode.INTERRUPTED.id()))
        .toList();
  }

  /** Whether the run was stopped, or is still going on. */
  public boolean isInterrupted() {
    return failures.size() > labFailures().size() || (!complete && failures.isEmpty());
  }

  public Optional<Entry.Opened> opened(String cell) {
    return opened.stream().filter(each -> each.cell().equals(cell)).findFirst();
  }

  Instant started() {
    return began == null ? Instant.EPOCH : began.at();
  }

  /** Date, host, version and tags in one line. */
  public String origin() {
    if (began == null) {
      return "nothing was measured";
    }
    Host host = began.host();
    return Stream.concat(
            Stream.of(
                MINUTE.format(began.at()),
                host.cpuModel().isEmpty() ? "" : host.cpuModel() + ", CPUs " + host.cpus(),
                host.cpuQuota().isEmpty() ? "" : "CPU quota " + host.cpuQuota(),
                "poolbench " + began.poolbench(),
                complete ? "" : "partial: not all was measured"),
            tags.entrySet().stream().map(tag -> tag.getKey() + "=" + tag.getValue()))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" \u00b7 "));
  }
}
