package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.store.ResultsFolder.AtomicFile;
import io.poolbench.store.ResultsFolder.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFolderTest {
  @TempDir Path root;

  @Test
  void aResultIsSavedAlsoWhereItsThreadWasInterruptedMeanwhile() throws IOException {
    ResultsFolder folder = create();
    Thread.currentThread().interrupt();
    try {
      folder.save(SampleResult.studyResult());
    } finally {
      assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
    }
    assertThat(folder.result().read()).isEqualTo(SampleResult.studyResult());
  }

  @Test
  void aRunLiesUnderItsStudyByTheUtcSecondOfItsStartInAFolderOfItsOwn() throws IOException {
    assertThat(List.of(create(), create(), create()))
        .extracting(ResultsFolder::path)
        .allMatch(Files::isDirectory)
        .extracting(run -> root.relativize(run).toString())
        .containsExactly(
            "sample/2026-11-01T12-30-05Z",
            "sample/2026-11-01T12-30-05Z-2",
            "sample/2026-11-01T12-30-05Z-3");
  }

  @Test
  void aRootThatIsAFileIsRefusedInOneLineAndLeftAlone() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "mine");
    assertThatThrownBy(() -> ResultsFolder.create(file, "sample", SampleResult.STARTED))
        .isInstanceOf(ResultFileException.class)
        .message()
        .startsWith(file.resolve("sample") + ": cannot hold results")
        .contains("valid: ")
        .hasLineCount(1);
    assertThat(file).hasContent("mine");
  }

  /** A run that is reopened by the link is saved in its own folder, which the link still names. */
  @Test
  void latestPointsToTheNewestRunThatHasAResultByARelativeLink() throws IOException {
    ResultsFolder first = create();
    assertThat(root.resolve("sample/latest")).doesNotExist();
    first.save(SampleResult.studyResult());
    ResultsFolder second = create();
    assertThat(ResultsFolder.reopen(root.resolve("sample/latest"))).isEqualTo(first);
    second.save(SampleResult.studyResult());
    assertThat(ResultsFolder.reopen(root.resolve("sample/latest"))).isEqualTo(second);
    assertThat(Files.readSymbolicLink(root.resolve("sample/latest"))).isRelative();
    ResultsFolder.reopen(root.resolve("sample/latest")).save(SampleResult.studyResult());
    assertThat(ResultsFolder.reopen(root.resolve("sample/latest"))).isEqualTo(second);
    assertThat(root.resolve("sample/latest/result.json")).isRegularFile();
  }

  @Test
  void aFolderInPlaceOfTheLinkIsKept() throws IOException {
    Files.createDirectories(root.resolve("sample/latest/of-someone-else"));
    ResultsFolder folder = create();
    folder.save(SampleResult.studyResult());
    assertThat(names(root.resolve("sample"))).containsExactly("2026-11-01T12-30-05Z", "latest");
    assertThat(root.resolve("sample/latest/of-someone-else")).isDirectory();
  }

  @Test
  void aResultIsSavedAlsoWhereTheLinkCannotBeReplaced() throws IOException {
    ResultsFolder folder = create();
    Files.createDirectories(root.resolve("sample/.latest.part/of-someone-else"));
    folder.save(SampleResult.studyResult());
    assertThat(folder.result().read()).isEqualTo(SampleResult.studyResult());
  }

  @Test
  void savingAgainReplacesTheResultAndLeavesNothingElse() throws IOException {
    ResultsFolder folder = create();
    folder.save(SampleResult.studyResult());
    folder.save(SampleResult.studyResult());
    folder.writeText("study.yaml", "name: 样本\n");
    assertThat(names(folder.path())).containsExactly("latency.hlog", "result.json", "study.yaml");
    assertThat(names(root.resolve("sample"))).containsExactly("2026-11-01T12-30-05Z", "latest");
    assertThat(folder.path().resolve("study.yaml")).hasContent("name: 样本\n");
    assertThat(folder.result().read()).isEqualTo(SampleResult.studyResult());
  }

  @Test
  void aTextThatFailsHalfWayLeavesTheFileAsItWas() throws IOException {
    ResultsFolder folder = create();
    folder.writeText("summary.md", "whole");
    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    folder.path().resolve("summary.md"),
                    out -> {
                      out.write('h');
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(names(folder.path())).containsExactly("summary.md");
    assertThat(folder.path().resolve("summary.md")).hasContent("whole");
  }

  @Test
  void providersOfDifferentCellsLogToDifferentFilesOfTheRun() throws IOException {
    ResultsFolder folder = create();
    List<String> cells = List.of("a b", "a-b", "a_b", "a/b", "../b", "缓存", "线程", "a b.log");
    List<Path> logs = cells.stream().map(cell -> folder.providerLog(cell, 2)).toList();
    assertThat(logs).doesNotHaveDuplicates();
    assertThat(logs).allMatch(log -> log.normalize().getParent().equals(folder.path()));
    assertThat(logs)
        .allMatch(log -> log.getFileName().toString().matches("provider-[A-Za-z0-9._-]+-2\\.log"));
    assertThat(logs.get(0)).hasFileName("provider-a_b-2.log");
  }

  @Test
  void whatAnEarlierTryOfACellHasLoggedIsKept() throws IOException {
    ResultsFolder folder = create();
    Files.writeString(folder.providerLog("a", 1), "why it failed");
    assertThat(folder.providerLog("a", 1)).hasFileName("provider-a-1.try2.log");
    Files.writeString(folder.providerLog("a", 1), "again");
    assertThat(folder.providerLog("a", 1)).hasFileName("provider-a-1.try3.log");
    assertThat(folder.path().resolve("provider-a-1.log")).hasContent("why it failed");
  }

  @Test
  void whatIsNoFolderIsNotReopened() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "");
    Path dangling = Files.createSymbolicLink(root.resolve("dangling"), root.resolve("nowhere"));
    for (Path run : List.of(file, dangling, root.resolve("nowhere"))) {
      assertThatThrownBy(() -> ResultsFolder.reopen(run))
          .isInstanceOf(ResultFileException.class)
          .hasMessage(run + ": no folder of a run");
    }
  }

  @Test
  void aFolderIsLockedAgainstASecondRunUntilTheFirstEnds() throws IOException {
    ResultsFolder folder = create();
    try (FolderLock first = folder.lock()) {
      assertThatThrownBy(folder::lock)
          .isInstanceOf(ResultFileException.class)
          .hasMessageStartingWith(folder.path() + ": another run is writing to it");
    }
    folder.lock().close();
  }

  @Test
  void aFolderThatCannotBeClearedStaysUnlocked() throws IOException {
    ResultsFolder folder = create();
    Path full = Files.createDirectories(folder.path().resolve(".full.part/content"));
    assertThatThrownBy(folder::lock)
        .isInstanceOf(ResultFileException.class)
        .hasMessageStartingWith(folder.path() + ": cannot be written");
    Files.delete(full);
    folder.lock().close();
  }

  @Test
  void whatAKilledRunHalfWroteIsGoneOnceTheFolderIsLocked() throws IOException {
    ResultsFolder folder = create();
    folder.save(SampleResult.studyResult());
    Path foreign = Files.writeString(root.resolve("foreign"), "not ours");
    Files.writeString(folder.path().resolve(".result.json.part"), "{\"vers");
    Files.createSymbolicLink(folder.path().resolve(".summary.md.part"), foreign);
    folder.lock().close();
    assertThat(names(folder.path())).containsExactly(".lock", "latency.hlog", "result.json");
    assertThat(foreign).hasContent("not ours");
  }

  @Test
  void aLinkInTheWayOfAHalfWrittenFileIsNotFollowed() throws IOException {
    ResultsFolder folder = create();
    Path foreign = Files.writeString(root.resolve("foreign"), "not ours");
    Files.createSymbolicLink(folder.path().resolve(".summary.md.part"), foreign);
    folder.writeText("summary.md", "whole");
    assertThat(foreign).hasContent("not ours");
    assertThat(folder.path().resolve("summary.md")).hasContent("whole");
  }

  private ResultsFolder create() throws IOException {
    return ResultsFolder.create(root, "sample", SampleResult.STARTED);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
