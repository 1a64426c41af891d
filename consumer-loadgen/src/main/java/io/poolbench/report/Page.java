package io.poolbench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A page of text and tables as data, which {@link Terminal}, {@link Markdown} and templates render.
 * Texts are untrusted: renderers remove control characters by {@link PlainText} and escape texts
 * for their format.
 */
public final class Page {
  private final List<Block> blocks = new ArrayList<>();
  private final int levelsAbove;

  public Page() {
    this(0);
  }

  /** Adds {@code levelsAbove} to the level of each heading. */
  Page(int levelsAbove) {
    this.levelsAbove = levelsAbove;
  }

  List<Block> blocks() {
    return List.copyOf(blocks);
  }

  public void heading(int level, String text) {
    blocks.add(new Block.Heading(level + levelsAbove, text));
  }

  public void paragraph(String text) {
    blocks.add(new Block.Paragraph(text, false));
  }

  /** Sentences that belong together, each on lines of its own. */
  public void sentences(List<String> sentences) {
    for (int i = 0; i < sentences.size(); i++) {
      blocks.add(new Block.Paragraph(sentences.get(i), i < sentences.size() - 1));
    }
  }

  void verbatim(List<String> lines) {
    blocks.add(new Block.Verbatim(List.copyOf(lines)));
  }

  public void table(Table table) {
    blocks.add(table);
  }

  public void notes(List<String> notes) {
    blocks.add(new Block.Notes(List.copyOf(notes)));
  }
}
