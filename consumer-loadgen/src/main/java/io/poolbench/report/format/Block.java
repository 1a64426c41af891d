package io.poolbench.report.format;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

/** A part of a report. */
public sealed interface Block
    permits Block.Headline,
        Block.Heading,
        Block.Paragraph,
        Block.Verbatim,
        Block.Notes,
        Block.Intervals,
        Block.Choice,
        Block.Folded,
        Chart,
        Table {
  /** The answer in one sentence. */
  record Headline(Tone tone, String text) implements Block {
    public Headline {
      Objects.requireNonNull(tone, "tone");
      Objects.requireNonNull(text, "text");
    }
  }

  /** A heading of a part (2), of a table (3), or of one below (4). */
  record Heading(int level, String text) implements Block {}

  /**
   * Sentences of text.
   *
   * @param joined whether the next paragraph follows without a blank line, where lines are short
   */
  record Paragraph(Tone tone, String text, boolean joined) implements Block {}

  /** Lines to copy, or of a log. */
  record Verbatim(List<String> lines) implements Block {
    public Verbatim {
      lines = List.copyOf(lines);
    }
  }

  /** Notes that tables refer to by number, from 1. */
  record Notes(List<String> texts) implements Block {
    public Notes {
      texts = List.copyOf(texts);
    }
  }

  /**
   * Estimates with their intervals on one scale, which begins at 0; a table has the same figures.
   *
   * @param unit of the scale
   */
  record Intervals(String unit, List<Bar> bars) implements Block {
    public Intervals {
      bars = List.copyOf(bars);
    }

    /** Whether signs say which is better. */
    public boolean isToned() {
      return bars.stream().anyMatch(bar -> bar.tone() != Tone.PLAIN);
    }

    /** The end of the scale. */
    public double scale() {
      return 1.04 * bars.stream().mapToDouble(Bar::reach).max().orElse(1);
    }

    /** Round values for labels below the scale, the first of them 0. */
    public List<Integer> ticks() {
      double step = Math.pow(10, Math.floor(Math.log10(Math.max(5, scale()) / 5)));
      double rough = scale() / 5 / step;
      int round = (int) Math.max(1, step * (rough > 5 ? 10 : rough > 2 ? 5 : rough > 1 ? 2 : 1));
      return IntStream.rangeClosed(0, (int) (scale() / round)).map(i -> i * round).boxed().toList();
    }

    public String tick(int value) {
      return String.format(Locale.ROOT, "%,d", value);
    }

    /** The place on the scale in percent. */
    public String place(double value) {
      double pct = 100 * Math.max(0, Math.min(value, scale())) / scale();
      return String.format(Locale.ROOT, "%.2f%%", pct);
    }

    /**
     * An estimate.
     *
     * @param low lower end of the interval; 0 if unknown
     * @param high upper end; infinite if unknown
     * @param at the estimate; NaN if unknown
     * @param most the end of what was measured
     */
    public record Bar(
        String name, Tone tone, double low, double high, double at, double most, String text) {
      public Bar {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tone, "tone");
        Objects.requireNonNull(text, "text");
      }

      public boolean isOpen() {
        return Double.isInfinite(high);
      }

      public boolean hasMark() {
        return !Double.isNaN(at);
      }

      /** Where the whisker ends: an open one at the end of what was measured. */
      public double end() {
        return isOpen() ? Math.max(most, low) : high;
      }

      /** Where the label stands: at the mark. */
      public double label() {
        return hasMark() ? at : end();
      }

      double reach() {
        return Math.max(end(), hasMark() ? at : 0);
      }
    }
  }

  /** Charts of which the reader chooses one. */
  record Choice(String label, List<Chart> charts) implements Block {
    public Choice {
      charts = List.copyOf(charts);
    }
  }

  /** What a page shows on requirement. */
  record Folded(String summary, List<Block> blocks) implements Block {
    public Folded {
      Objects.requireNonNull(summary, "summary");
      blocks = List.copyOf(blocks);
    }

    /** Whether something is left of it where no chart is drawn. */
    boolean hasText() {
      return blocks.stream()
          .anyMatch(
              block ->
                  block instanceof Folded folded
                      ? folded.hasText()
                      : !(block instanceof Chart
                          || block instanceof Choice
                          || block instanceof Intervals));
    }
  }
}
