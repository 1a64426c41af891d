package io.poolbench.report;

import io.poolbench.journal.Entry;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.limits.SizeStages;
import io.poolbench.report.Answer.Open;
import io.poolbench.report.Answer.Status;
import io.poolbench.report.format.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a run ends: its exit code by the answer, why, and the one next step.
 *
 * <p>The first that applies: interrupted (130, or 143 by SIGTERM); a requirement does not hold (3),
 * because repeating the run would not change that; the lab failed (5); nothing that was asked is
 * decided, or a requirement is not (4); answered (0).
 */
public record Ending(ExitCode code, String reason, NextStep next) {
  /** Lines of a reason; the page has all of it. */
  private static final int MAX_REASON = 2;

  /** How a run ends that was judged. */
  public static Ending of(Evaluation evaluation, Answer answer) {
    if (evaluation.run().isInterrupted()) {
      return new Ending(ExitCode.INTERRUPTED, "interrupted, results are partial", goOn(evaluation));
    }
    if (answer.status() == Status.REFUTED) {
      return new Ending(
          ExitCode.ASSERTION_FAILED, "a requirement of the study does not hold", NextStep.open());
    }
    List<Entry.Failed> failures = evaluation.run().labFailures();
    if (!failures.isEmpty()) {
      Entry.Failed first = failures.get(0);
      return new Ending(
          ExitCode.LAB_FAILED,
          first.cell()
              + " failed: "
              + Text.lines(first.detail()).stream().findFirst().orElse(first.code()),
          ViolationCode.CALLS_STOPPED.id().equals(first.code())
              ? NextStep.PERMIT
              : goOn(evaluation));
    }
    NextStep next = answer.open().stream().findFirst().map(Open::next).orElse(NextStep.open());
    if (answer.status() == Status.OPEN) {
      return new Ending(
          ExitCode.INVALID,
          answer.open().stream()
              .findFirst()
              .map(open -> "not decided: " + open.what().replaceFirst("\\.$", ""))
              .orElse("nothing that was asked is decided"),
          inWordsWhileLearning(
              evaluation, next.equals(NextStep.open()) ? NextStep.again("run again") : next));
    }
    boolean isKept =
        evaluation.advice() != null && evaluation.advice().kind() != PoolAdvice.Advice.REPLACE;
    return new Ending(ExitCode.DONE, "answered", isKept ? next : NextStep.open());
  }

  /** A study of {@code size} is one of several that follow from each other. */
  private static NextStep goOn(Evaluation evaluation) {
    return SizeStages.isLearning(evaluation.study())
        ? new NextStep("give the same command again", List.of())
        : evaluation.study().name().endsWith(SizeStages.SUFFIX)
            ? NextStep.again("run again")
            : NextStep.resume();
  }

  /** The study of one pool by which {@code size} learns would not compare pools. */
  private static NextStep inWordsWhileLearning(Evaluation evaluation, NextStep next) {
    return SizeStages.isLearning(evaluation.study()) ? next.inWords() : next;
  }

  /**
   * The lines at the end of a run: exit code, why, the page, and the next command, which can be
   * pasted: where it is longer than a line, a backslash continues it.
   *
   * @param elsewhere the options of the run that name the machine of its provider; may be empty
   */
  public List<String> lines(Path folder, List<String> elsewhere, int columns) {
    String page = "page: " + folder.resolve("report.html");
    // The exit code of an interrupted process depends on the signal.
    String why =
        code == ExitCode.INTERRUPTED
            ? reason
            : Text.line("exit %s: %s".formatted(code.code(), reason));
    List<String> lines = new ArrayList<>();
    if (Text.width(why) + Text.width(page) + 2 <= columns) {
      lines.add(why + "; " + page);
    } else {
      lines.addAll(Text.shortened(why, columns, 2, MAX_REASON));
      lines.add(page);
    }
    List<String> words = next.words(folder, elsewhere).stream().map(Text::line).toList();
    if (words.isEmpty()) {
      lines.addAll(Text.shortened("next: " + next.text(), columns, 2, MAX_REASON));
    } else {
      lines.add("next, " + next.text() + ":");
      lines.addAll(wrapped(words, columns - 4));
    }
    return lines;
  }

  /** Lines of whole words, as a word that is broken could not be pasted. */
  private static List<String> wrapped(List<String> words, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(" ");
    for (String word : words) {
      if (!line.toString().isBlank() && Text.width(line + " " + word) > columns + 2) {
        lines.add(line + " \\");
        line = new StringBuilder("   ");
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
