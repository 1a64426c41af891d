package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Key;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Planner;
import io.poolbench.judge.RetryBudget;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.lab.LabException;
import io.poolbench.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisitLoopTest {
  private static final RetryBudget HOUR = new RetryBudget(Duration.ofHours(1));

  @TempDir private Path folder;

  private final SimulatedProviders providers = new SimulatedProviders();
  private final List<String> notes = new ArrayList<>();
  private Journal journal = Journal.inMemory();

  private VisitLoop loop(Study study, Planner planner) {
    return new VisitLoop(
        study,
        planner,
        journal,
        new StudyListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        },
        providers);
  }

  private boolean run(Study study) throws IOException, InterruptedException {
    return loop(study, new StudyPlanner(study, HOUR)).run();
  }

  private List<String> failed() {
    return rows(Entry.Failed.class).stream().map(row -> row.cell() + " " + row.code()).toList();
  }

  private <E extends Entry> List<E> rows(Class<E> kind) {
    return journal.entries().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static LabException lost() {
    return new LabException(ViolationCode.PROVIDER_ENDED, "ended");
  }

  @Test
  void eachCellOfAStudyHasAProviderOfItsOwn() throws Exception {
    assertThat(run(SimulatedProviders.steps())).isTrue();

    assertThat(providers.events)
        .containsExactly(
            "open a 1", "a 4", "a 8", "close a 1", "open b 1", "b 4", "b 8", "close b 1");
    assertThat(rows(Slice.class)).hasSize(4);
    assertThat(rows(Entry.Opened.class)).hasSize(4);
  }

  @Test
  void theCellsOfAPairedStudyShareAProvider() throws Exception {
    assertThat(run(SimulatedProviders.paired())).isTrue();

    assertThat(providers.events).filteredOn(event -> event.startsWith("open")).hasSize(1);
    assertThat(providers.events).startsWith("open paired 1").endsWith("close paired 1");
    // Two rounds of three levels, with two slices of each of two cells.
    assertThat(rows(Slice.class)).hasSize(24);
    assertThat(rows(Entry.Opened.class)).hasSize(4);
  }

  @Test
  void aProviderThatIsNotStartedFailsItsCellOnly() throws Exception {
    providers.opening =
        name -> {
          if (name.equals("a 1")) {
            throw lost();
          }
        };

    assertThat(run(SimulatedProviders.steps())).isFalse();

    assertThat(failed()).containsExactly("a provider_ended");
    assertThat(providers.events).containsExactly("open a 1", "open b 1", "b 4", "b 8", "close b 1");
  }

  @Test
  void aProviderThatEndsFailsItsCellsAndWhatWasMeasuredBeforeIsKept() throws Exception {
    providers.visiting =
        name -> {
          if (name.equals("a 8")) {
            throw lost();
          }
        };

    run(SimulatedProviders.steps());

    assertThat(failed()).containsExactly("a provider_ended");
    assertThat(providers.events)
        .containsExactly(
            "open a 1", "a 4", "a 8", "close a 1", "open b 1", "b 4", "b 8", "close b 1");
    assertThat(rows(Slice.class))
        .extracting(slice -> slice.key().cell())
        .containsExactly("a", "b", "b");
  }

  @Test
  void aSharedProviderThatEndsFailsAllCells() throws Exception {
    providers.visiting =
        name -> {
          throw lost();
        };

    run(SimulatedProviders.paired());

    assertThat(failed()).containsExactly("a provider_ended", "b provider_ended");
  }

  /** Ctrl-C interrupts, and may reach the provider as well, which then ends. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptFailsTheOpenCellBeforeItsProviderIsClosed(boolean ends) {
    providers.visiting =
        name -> {
          if (!ends) {
            throw new InterruptedException();
          }
          Thread.currentThread().interrupt();
          throw lost();
        };
    Study study = SimulatedProviders.steps();

    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> run(study));

    assertThat(failed()).containsExactly("a interrupted");
    assertThat(providers.events).containsExactly("open a 1", "a 4", "close a 1");
    assertThat(Thread.interrupted()).isFalse();
  }

  /** As Dubbo, whose classes register with a JVM that ends. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLibraryThatFailsByAnInterruptIsNoBug(boolean interrupted) {
    IllegalStateException failure = new IllegalStateException("Shutdown in progress");
    providers.opening =
        name -> {
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
          throw failure;
        };
    Study study = SimulatedProviders.steps();

    if (interrupted) {
      assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> run(study));
      assertThat(failed()).containsExactly("a interrupted");
    } else {
      assertThatThrownBy(() -> run(study)).isSameAs(failure);
      assertThat(failed()).isEmpty();
    }
  }

  @Test
  void aCellThatIsCompleteBeforeAnInterruptHasNotFailed() {
    providers.visiting =
        name -> {
          if (name.equals("a 8")) {
            Thread.currentThread().interrupt();
          }
        };
    Study study = SimulatedProviders.steps();

    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> run(study));

    assertThat(failed()).isEmpty();
    assertThat(rows(Slice.class)).hasSize(2);
  }

  @Test
  void aDisturbedStepIsMeasuredAgain() throws Exception {
    providers.faulty = visit -> visit.cell().equals("a") && visit.turn().block() == 1;

    run(SimulatedProviders.steps());

    assertThat(providers.events)
        .containsExactly(
            "open a 1", "a 4", "a 4", "a 8", "close a 1", "open b 1", "b 4", "b 8", "close b 1");
  }

  /** Killed after so many rows: what counts is then measured once, as without the kill. */
  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3", "4", "7", "13", "20", "28"})
  void aRunThatWasKilledIsResumedByItsJournal(int rows) throws Exception {
    Study study = SimulatedProviders.paired();
    Path file = folder.resolve(Journal.NAME);
    journal = Journal.open(file);
    run(study);
    List<Key> whole = keys();
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, rows));
    Files.writeString(
        file,
        rows < lines.size() ? lines.get(rows).substring(0, 10) : "",
        StandardOpenOption.APPEND);

    journal = Journal.open(file);
    assertThat(journal.entries()).hasSize(rows);
    begin(study);
    assertThat(run(study)).isTrue();

    assertThat(new StudyPlanner(study, HOUR).next(journal)).isEmpty();
    assertThat(keys()).containsAll(whole);
  }

  private void begin(Study study) throws IOException {
    journal.add(
        new Entry.Began(
            SampleSlices.START.plusSeconds(3_600),
            Resumption.digest(study),
            "1",
            SampleSlices.HOST,
            Map.of()));
  }

  /** Without the block, whose number is another one if it was broken off. */
  private List<Key> keys() {
    return journal
        .slices()
        .map(Slice::key)
        .map(
            key ->
                new Key(
                    key.cell(),
                    key.repetition(),
                    new Turn(key.turn().round(), 0),
                    key.level(),
                    key.part()))
        .distinct()
        .toList();
  }

  @Test
  void aResumedRunTriesCellsThatFailedAgain() throws Exception {
    Study study = SimulatedProviders.steps();
    providers.opening =
        name -> {
          throw lost();
        };
    run(study);
    providers.opening = name -> {};
    begin(study);

    assertThat(run(study)).isTrue();

    assertThat(rows(Slice.class)).hasSize(4);
  }

  /** All that is asked was measured before. */
  @Test
  void aProviderThatFailsWhileItIsSampledFailsNoCell() throws Exception {
    Study study = SimulatedProviders.steps();
    providers.visiting =
        name -> {
          throw lost();
        };
    Visit visit =
        new Visit("a", 1, new Turn(0, 0), 8, Duration.ZERO, Duration.ofSeconds(1), Hold.SAMPLED);

    assertThat(loop(study, scripted(visit, visit)).run()).isTrue();

    assertThat(notes).containsExactly("sampling ended: ended");
    assertThat(rows(Entry.Sampled.class))
        .extracting(row -> row.samples().isSampled())
        .containsExactly(false);
    assertThat(providers.events).containsExactly("open a 1", "sample a 8", "close a 1");
  }

  /** The first one opens the cell. */
  private static Planner scripted(Visit... visits) {
    Iterator<Visit> left = List.of(visits).iterator();
    return new Planner() {
      @Override
      public Optional<Visit> next(Journal soFar) {
        return left.hasNext() ? Optional.of(left.next()) : Optional.empty();
      }

      @Override
      public Duration left(Journal soFar) {
        return Duration.ZERO;
      }
    };
  }
}
