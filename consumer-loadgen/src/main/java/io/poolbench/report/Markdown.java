package io.poolbench.report;

import java.util.List;
import java.util.regex.Pattern;

/** Renders pages in GitHub-flavoured Markdown, with tables aligned as text. */
public final class Markdown {
  /** An underscore within a word is no markup. */
  private static final Pattern MARKUP =
      Pattern.compile("[\\\\`*\\[\\]|~#]|(?<!\\p{Alnum})_|_(?!\\p{Alnum})|<(?=[A-Za-z/!?])");

  private static final Pattern ENTITY = Pattern.compile("&(?=[#A-Za-z])");

  /** What makes a list, a quotation or a heading of a line that begins with it. */
  private static final Pattern LINE_START =
      Pattern.compile("^(\\s*)([-+](?=\\s|$)|-(?=[- ]+$)|[=>])|^(\\s*\\d{1,9})([.)])(?=\\s|$)");

  private final StringBuilder out = new StringBuilder();

  private Markdown() {}

  public static String text(Page page) {
    Markdown markdown = new Markdown();
    page.blocks().forEach(markdown::write);
    return markdown.out.toString();
  }

  private void write(Block block) {
    if (block instanceof Block.Heading heading) {
      line("#".repeat(heading.level()) + " " + escape(heading.text()));
    } else if (block instanceof Block.Paragraph paragraph) {
      line(escapeLine(paragraph.text()));
    } else if (block instanceof Block.Verbatim verbatim) {
      // Indented, since no text ends such a block.
      verbatim.lines().forEach(text -> line("    " + PlainText.line(text)));
    } else if (block instanceof Block.Notes notes) {
      for (int i = 0; i < notes.texts().size(); i++) {
        line((i + 1) + ". " + escapeLine(notes.texts().get(i)));
      }
    } else if (block instanceof Table table) {
      table(table.with(Markdown::escape));
    }
    line("");
  }

  private void table(Table table) {
    // At least two, for the rule that aligns a column.
    List<Integer> widths = table.widths().stream().map(width -> Math.max(2, width)).toList();
    row(table, widths, table.titles());
    StringBuilder rule = new StringBuilder("|");
    for (int i = 0; i < widths.size(); i++) {
      boolean right = table.columns().get(i).rightAligned();
      String dashes = "-".repeat(widths.get(i) - 1);
      rule.append(' ').append(right ? dashes + ":" : ":" + dashes).append(" |");
    }
    line(rule.toString());
    table.rows().forEach(row -> row(table, widths, row));
  }

  private void row(Table table, List<Integer> widths, List<String> texts) {
    StringBuilder row = new StringBuilder("|");
    for (int i = 0; i < texts.size(); i++) {
      row.append(' ').append(table.columns().get(i).pad(texts.get(i), widths.get(i))).append(" |");
    }
    line(row.toString());
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private static String escapeLine(String text) {
    return LINE_START.matcher(escape(text)).replaceFirst("$1$3\\\\$2$4");
  }

  private static String escape(String text) {
    String plain = ENTITY.matcher(PlainText.line(text)).replaceAll("&amp;");
    return MARKUP.matcher(plain).replaceAll("\\\\$0");
  }
}
