package io.poolbench.journal;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.poolbench.api.EffectivePool;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A row of a {@link Journal}: a slice, or a fact without which slices cannot be understood. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
@JsonSubTypes({
  @JsonSubTypes.Type(value = Entry.Began.class, name = "began"),
  @JsonSubTypes.Type(value = Calibrated.class, name = "calibrated"),
  @JsonSubTypes.Type(value = Entry.Opened.class, name = "opened"),
  @JsonSubTypes.Type(value = Slice.class, name = "slice"),
  @JsonSubTypes.Type(value = Entry.Sampled.class, name = "sampled"),
  @JsonSubTypes.Type(value = Entry.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = Entry.Ended.class, name = "ended")
})
public sealed interface Entry permits Slice, Entry.CellEntry, Entry.RunEntry {
  /** The rows of one kind, in their order. */
  static <E extends Entry> Stream<E> only(Class<E> kind, List<Entry> entries) {
    return entries.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** A fact about one repetition of a cell. */
  sealed interface CellEntry extends Entry permits Opened, Sampled, Failed {
    String cell();

    /** From 1. */
    int repetition();
  }

  /** A fact about the whole run. */
  sealed interface RunEntry extends Entry permits Began, Calibrated, Ended {}

  /**
   * A process began to measure, or went on after another one had ended.
   *
   * @param study digest of the study's settings
   * @param poolbench its version and build
   * @param programs digests of the classes of targets, by jar or class path
   */
  record Began(Instant at, String study, String poolbench, Host host, Map<String, String> programs)
      implements RunEntry {
    public Began {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(study, "study");
      Objects.requireNonNull(poolbench, "poolbench");
      Objects.requireNonNull(host, "host");
      // Absent in a journal of an older build.
      programs = programs == null ? Map.of() : Map.copyOf(programs);
    }
  }

  /**
   * The process ended.
   *
   * @param complete whether everything planned was measured
   */
  record Ended(Instant at, boolean complete) implements RunEntry {
    public Ended {
      Objects.requireNonNull(at, "at");
    }

    /** Whether the last process that ended measured everything planned. */
    public static boolean isComplete(List<Entry> entries) {
      return only(Ended.class, entries)
          .reduce((first, last) -> last)
          .filter(Ended::complete)
          .isPresent();
    }
  }

  /**
   * The provider of a cell took calls. A later entry of the same cell and repetition replaces it.
   *
   * @param pool the pool that ran, read back; null if unknown
   * @param warmUp null before the warm-up has ended
   */
  record Opened(
      String cell, int repetition, EffectivePool pool, CellEnvironment environment, WarmUp warmUp)
      implements CellEntry {
    public Opened {
      Objects.requireNonNull(cell, "cell");
      Objects.requireNonNull(environment, "environment");
    }
  }

  /**
   * The warm-up of a cell's provider.
   *
   * @param level users, or requests per second
   * @param steady whether the steady state was reached within the study's warm-up time
   * @param detail the measured spreads with their limits
   */
  record WarmUp(int level, double seconds, boolean steady, String detail) {
    public WarmUp {
      Objects.requireNonNull(detail, "detail");
    }
  }

  /**
   * Where the business threads of a target were, at a level that was not judged meanwhile. A later
   * entry of the same level replaces it.
   */
  record Sampled(String cell, int repetition, int level, ProgramSamples samples)
      implements CellEntry {
    public Sampled {
      Objects.requireNonNull(cell, "cell");
      Objects.requireNonNull(samples, "samples");
    }

    /** The samples of a level; empty if it was not sampled. */
    public static Optional<Sampled> last(Journal journal, String cell, int repetition, int level) {
      return only(Sampled.class, journal.entries())
          .filter(each -> each.cell.equals(cell) && each.repetition == repetition)
          .filter(each -> each.level == level)
          .reduce((earlier, later) -> later);
    }
  }

  /**
   * The cell could not be measured to its end; void if the cell is opened again.
   *
   * @param code id of a {@link ViolationCode}
   */
  record Failed(String cell, int repetition, String code, String detail) implements CellEntry {
    public Failed {
      Objects.requireNonNull(cell, "cell");
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(detail, "detail");
    }
  }
}
