package io.poolbench.report;

import java.util.ArrayList;
import java.util.List;

/** A page that collects its blocks for a template; headings start below those of the template. */
final class Blocks implements Page {
  private final List<Block> blocks = new ArrayList<>();
  private final int levelsAbove;

  /** Adds {@code levelsAbove} to the level of each heading. */
  Blocks(int levelsAbove) {
    this.levelsAbove = levelsAbove;
  }

  List<Block> list() {
    return List.copyOf(blocks);
  }

  @Override
  public void heading(int level, String text) {
    blocks.add(new Block.Heading(level + levelsAbove, text));
  }

  @Override
  public void paragraph(String text) {
    blocks.add(new Block.Paragraph(text));
  }

  @Override
  public void verbatim(List<String> lines) {
    blocks.add(new Block.Verbatim(List.copyOf(lines)));
  }

  @Override
  public void table(Table table) {
    blocks.add(table);
  }

  @Override
  public void notes(List<String> notes) {
    blocks.add(new Block.Notes(List.copyOf(notes)));
  }
}
