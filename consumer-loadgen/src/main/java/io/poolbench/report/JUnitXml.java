package io.poolbench.report;

import io.poolbench.report.TestCase.Ending;
import io.poolbench.result.FigureText;
import java.io.IOException;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Test suites in JUnit's XML as Ant and Maven Surefire write it and build servers read it. Texts
 * may hold anything: what XML 1.0 forbids becomes U+FFFD.
 */
final class JUnitXml {
  /** Without a zone, as the format has it; it is UTC. */
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int REPLACEMENT = 0xFFFD;

  private final XMLStreamWriter xml;

  private JUnitXml(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /**
   * Writes a whole document.
   *
   * @param name of all suites together
   */
  static void write(String name, List<TestSuite> suites, Appendable out) throws IOException {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      new JUnitXml(xml).suites(name, suites);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a text in memory that cannot be written", e);
    }
    out.append(text.getBuffer()).append('\n');
  }

  private void suites(String name, List<TestSuite> suites) throws XMLStreamException {
    start(0, "testsuites");
    attribute("name", name);
    counts(suites);
    for (TestSuite suite : suites) {
      start(1, "testsuite");
      attribute("name", suite.name());
      counts(List.of(suite));
      attribute("timestamp", TIMESTAMP.format(suite.started()));
      for (TestCase test : suite.tests()) {
        test(suite, test);
      }
      end(1);
    }
    end(0);
  }

  private void counts(List<TestSuite> suites) throws XMLStreamException {
    attribute("tests", sum(suites.stream().map(suite -> (long) suite.tests().size()).toList()));
    attribute("failures", count(suites, Ending.FAILURE));
    attribute("errors", count(suites, Ending.ERROR));
    attribute("skipped", count(suites, Ending.SKIPPED));
    attribute("time", seconds(suites.stream().mapToDouble(TestSuite::seconds).sum()));
  }

  private static String count(List<TestSuite> suites, Ending ending) {
    return sum(suites.stream().map(suite -> suite.count(ending)).toList());
  }

  private static String sum(List<Long> counts) {
    return Long.toString(counts.stream().mapToLong(Long::longValue).sum());
  }

  private void test(TestSuite suite, TestCase test) throws XMLStreamException {
    start(2, "testcase");
    attribute("classname", suite.group() + "." + suite.name());
    attribute("name", test.name());
    attribute("time", seconds(test.seconds()));
    switch (test.ending()) {
      case PASSED -> {}
      case SKIPPED -> {
        start(3, "skipped");
        attribute("message", test.reason());
        xml.writeEndElement();
      }
      case FAILURE -> broken("failure", test);
      case ERROR -> broken("error", test);
    }
    if (!test.output().isEmpty()) {
      start(3, "system-out");
      xml.writeCharacters(valid(test.output()));
      xml.writeEndElement();
    }
    end(2);
  }

  /** The first line where it is read at a glance, all of them below. */
  private void broken(String element, TestCase test) throws XMLStreamException {
    start(3, element);
    attribute("message", test.reason().lines().findFirst().orElse(""));
    attribute("type", element);
    xml.writeCharacters(valid(test.reason()));
    xml.writeEndElement();
  }

  private void start(int depth, String element) throws XMLStreamException {
    indent(depth);
    xml.writeStartElement(element);
  }

  private void end(int depth) throws XMLStreamException {
    indent(depth);
    xml.writeEndElement();
  }

  private void indent(int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  private void attribute(String name, String text) throws XMLStreamException {
    xml.writeAttribute(name, valid(PlainText.line(text)));
  }

  private static String seconds(double seconds) {
    return FigureText.machine(seconds);
  }

  /** The characters of XML 1.0, section 2.2, and line breaks; controls are harmless then too. */
  private static String valid(String text) {
    String lines = String.join("\n", PlainText.lines(text));
    StringBuilder valid = new StringBuilder(lines.length());
    lines
        .codePoints()
        .map(c -> c == 0xFFFE || c == 0xFFFF ? REPLACEMENT : c)
        .forEach(valid::appendCodePoint);
    return valid.toString();
  }
}
