package io.poolbench.report.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects the blocks of a report. Not thread-safe. */
public final class Page {
  private final List<Block> blocks = new ArrayList<>();

  public List<Block> blocks() {
    return List.copyOf(blocks);
  }

  public boolean isEmpty() {
    return blocks.isEmpty();
  }

  public void add(Block block) {
    blocks.add(block);
  }

  public void heading(int level, String text) {
    blocks.add(new Block.Heading(level, text));
  }

  public void paragraph(String text) {
    paragraph(Tone.PLAIN, text);
  }

  public void paragraph(Tone tone, String text) {
    blocks.add(new Block.Paragraph(tone, text, false));
  }

  /** Sentences that belong together, each on lines of its own. */
  public void sentences(List<String> sentences) {
    for (int i = 0; i < sentences.size(); i++) {
      blocks.add(new Block.Paragraph(Tone.PLAIN, sentences.get(i), i < sentences.size() - 1));
    }
  }

  public void verbatim(List<String> lines) {
    blocks.add(new Block.Verbatim(lines));
  }

  /** Adds a table, unless it has no row or nothing beside the names of its rows. */
  public void table(Table table) {
    if (!table.rows().isEmpty() && table.columns().size() > 1) {
      blocks.add(table);
    }
  }

  /** As {@link #table(Table)}, below a heading. */
  public void table(String title, Table table) {
    if (!table.rows().isEmpty() && table.columns().size() > 1) {
      heading(3, title);
      blocks.add(table);
    }
  }

  public void notes(List<String> notes) {
    if (!notes.isEmpty()) {
      blocks.add(new Block.Notes(notes));
    }
  }

  /** Adds a chart that has a curve. */
  public void chart(Chart chart) {
    if (chart.isDrawn()) {
      blocks.add(chart);
    }
  }

  /** Adds a part that a page shows on requirement, unless it is empty. */
  public void folded(String summary, Consumer<Page> content) {
    Page inner = new Page();
    content.accept(inner);
    if (!inner.isEmpty()) {
      blocks.add(new Block.Folded(summary, inner.blocks()));
    }
  }
}
