package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.published.PublishedStudy;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleSweep;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** {@code report.html} on paper. */
class PrintedPageIT extends InChromium {
  /** US Letter between the browser's usual margins of a centimetre, in CSS pixels. */
  private static final int LETTER_WIDTH = 739;

  private static final int LETTER_HEIGHT = 979;

  @Test
  void aPrintHoldsEveryCellAndChart() throws IOException {
    open(SampleSweep.folded());
    assertThat(chromium.holds("document.querySelector('details:not([open])')")).isTrue();
    // Registered after the page's own, and so called after it.
    chromium.run(
        """
        addEventListener('beforeprint', () => {
          window.leftClosed = document.querySelectorAll('details.cell:not([open])').length;
          window.leftUndrawn = [...document.querySelectorAll('.chart')]
            .filter(chart => !poolbench.charts[chart.id]).length;
        });
        """);
    byte[] pdf = chromium.print();
    assertThat(pdf).startsWith('%', 'P', 'D', 'F');
    assertThat(chromium.figure("leftClosed")).isZero();
    assertThat(chromium.figure("leftUndrawn")).isZero();
  }

  @Test
  void nothingIsWiderThanThePaperForThatWouldShrinkAllOfThePage() throws IOException {
    chromium.show("print", "light");
    chromium.resize(LETTER_WIDTH, LETTER_HEIGHT);
    StudyResult published = PublishedStudy.asPublished().result();
    openAll(Changed.with(published, "cells", published.cells().subList(0, 2)));
    assertThat(chromium.figure("document.documentElement.scrollWidth"))
        .isEqualTo(chromium.figure("document.documentElement.clientWidth"))
        .isLessThanOrEqualTo(LETTER_WIDTH);
  }

  @Test
  void chartsAreDrawnForThePaperAlsoWhenTheWindowTakesItsSize() throws IOException {
    open(SampleSweep.folded());
    chromium.run("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('resize'));");
    String widths = "[...new Set(Object.values(poolbench.charts).map(chart => chart.getWidth()))]";
    assertThat(chromium.texts(widths + ".map(String)")).hasSize(1);
    assertThat(chromium.figure(widths + "[0]")).isLessThan(LETTER_WIDTH);

    chromium.run("dispatchEvent(new Event('afterprint'));");
    assertThat(chromium.figure(widths + "[0]")).isGreaterThan(LETTER_WIDTH);
  }
}
