package io.poolbench.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;

/** A template of {@code src/main/jte}, compiled by the build. */
final class PageTemplate {
  private static final String PACKAGE = "io.poolbench.report.page";

  private final String name;

  PageTemplate(String name) {
    this.name = name;
  }

  /** The model is the template's only parameter. */
  void render(Object model, Appendable out) throws IOException {
    StringOutput text = new StringOutput();
    TemplateEngine.createPrecompiled(
            null, ContentType.Html, PageTemplate.class.getClassLoader(), PACKAGE)
        .render(name, model, new PlainOutput(text));
    out.append(text.toString());
  }

  /** Replaces control characters, then escapes texts for their place in the page. */
  private static final class PlainOutput extends OwaspHtmlTemplateOutput {
    PlainOutput(TemplateOutput output) {
      super(output);
    }

    @Override
    public void writeUserContent(String text) {
      super.writeUserContent(text == null ? null : PlainText.line(text));
    }
  }
}
