package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class JUnitReportTest {
  static Stream<StudyResult> results() {
    return Stream.of(
        SampleResult.studyResult(), SampleResult.asserted(), SampleRepetitions.studyResult());
  }

  @ParameterizedTest
  @MethodSource("results")
  void itHasTheShapeThatBuildServersReadAndCountsItsTests(StudyResult result) throws Exception {
    Element root = valid(JUnitReport.of(result).text());
    assertCounts(root);
    elements(root, "testsuite").forEach(JUnitReportTest::assertCounts);
    assertThat(elements(root, "testsuite")).hasSameSizeAs(result.cells());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a < b & c > d ]]> \" '",
        "<!-- --> <?xml?> <!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]> &e;",
        "\u0000\u0001\b\u000b\u001b[31m\u007f\u0085\u202e",
        "\ufffe\uffff",
        "\ud800 alone, \udc00 alone, \ud83d\ude80 together",
        "line\none\r\ntwo\ttab\u2028end",
        "缓存线程池"
      })
  void aTextThatXmlForbidsOrReadsOtherwiseIsHarmlessAndStaysWhereItWas(String hostile)
      throws Exception {
    JUnitReport.Test failing =
        new JUnitReport.Test(hostile, 1.5, JUnitReport.Ending.FAILURE, hostile, hostile);
    JUnitReport.Suite suite =
        new JUnitReport.Suite(hostile, hostile, Instant.EPOCH, 1.5, List.of(failing));
    Element root = valid(new JUnitReport(hostile, List.of(suite)).text());
    assertThat(root.getAttribute("name")).hasSameSizeAs(hostile.replace("\r\n", "  "));
    assertThat(elements(root, "testcase")).hasSize(1);
    assertThat(elements(root, "failure")).hasSize(1);
    String readable = "a < b & c > d ]]> \" '";
    if (hostile.equals(readable)) {
      assertThat(root.getAttribute("name")).isEqualTo(readable);
      assertThat(elements(root, "failure").get(0).getTextContent().strip()).isEqualTo(readable);
      assertThat(elements(root, "system-out").get(0).getTextContent()).isEqualTo(readable);
    }
  }

  private static void assertCounts(Element suite) {
    assertThat(suite.getAttribute("tests")).isEqualTo("" + elements(suite, "testcase").size());
    assertThat(suite.getAttribute("failures")).isEqualTo("" + elements(suite, "failure").size());
    assertThat(suite.getAttribute("errors")).isEqualTo("" + elements(suite, "error").size());
    assertThat(suite.getAttribute("skipped")).isEqualTo("" + elements(suite, "skipped").size());
  }

  private static List<Element> elements(Element in, String name) {
    NodeList nodes = in.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  private static Element valid(String xml) throws Exception {
    SchemaFactory.newDefaultInstance()
        .newSchema(JUnitReportTest.class.getResource("/junit.xsd"))
        .newValidator()
        .validate(new StreamSource(new StringReader(xml)));
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement();
  }
}
