package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a JSON argument becomes is what was written, or its mistake is named. */
class ArgumentTypesTest {
  private static final ZoneId HERE = ZoneId.systemDefault();
  private static final LocalDateTime NOON = LocalDateTime.of(2024, 5, 31, 12, 30);

  /** A parameter of each kind. */
  @SuppressWarnings("rawtypes") // As many services have.
  interface Parameters<T> {
    void dates(
        Date date,
        Timestamp timestamp,
        java.sql.Date day,
        Calendar calendar,
        Instant instant,
        LocalDateTime local,
        LocalDate localDate,
        LocalTime time,
        OffsetDateTime offset,
        ZonedDateTime zoned);

    void object(Object any);

    void variable(T any);

    void list(List any);

    void map(Map any);

    void shape(Shape shape);

    void shapes(List<Shape> shapes);

    void base(Base base);

    void enums(EnumMap<DayOfWeek, Integer> hours);

    void optional(Optional<String> text, OptionalInt number);

    void closed(Closed closed);

    void circle(Circle circle);
  }

  /** An interface without a class of its own. */
  public interface Shape {}

  /** Abstract. */
  public abstract static class Base {
    public int id;
  }

  /** A class of each. */
  public static class Circle extends Base implements Shape {
    public double radius;
    public Object tag;
  }

  /** Without a constructor that JSON could call. */
  public static final class Closed {
    private final int size;

    Closed(int size, String ignored) {
      this.size = size;
    }

    int size() {
      return size;
    }
  }

  private static final String CIRCLE = Circle.class.getName();

  private static Object[] values(String method, String json) {
    Method found =
        Arrays.stream(Parameters.class.getMethods())
            .filter(each -> each.getName().equals(method))
            .findFirst()
            .orElseThrow();
    return new ArgumentTypes(ArgumentTypesTest.class.getClassLoader(), Parameters.class, found)
        .values(ArgumentTemplate.parse(json).json());
  }

  /** {@code size} writes them so in the study that it makes of a call. */
  @Test
  void escapedColumnsAreThoseTextsInKeysAndValues() {
    assertThat(ArgumentTemplate.parse("[{\"$${a}\": \"$${a}\"}]").arguments(Map.of()).toString())
        .isEqualTo("[{\"${a}\":\"${a}\"}]");
  }

  private static Object value(String method, String json) {
    return values(method, "[" + json + "]")[0];
  }

  static Stream<Arguments> dates() {
    Instant utc = Instant.parse("2024-05-31T12:30:00Z");
    Instant here = NOON.atZone(HERE).toInstant();
    Instant midnight = NOON.toLocalDate().atStartOfDay(HERE).toInstant();
    return Stream.of(
        Arguments.of(0, "\"2024-05-31 12:30:00\"", Date.from(here)),
        Arguments.of(0, "\"2024-05-31 12:30:00.250\"", Date.from(here.plusMillis(250))),
        Arguments.of(0, "\"2024/05/31 12:30\"", Date.from(here)),
        Arguments.of(0, "\"2024-05-31T12:30:00Z\"", Date.from(utc)),
        Arguments.of(0, "\"2024-05-31T14:30:00+0200\"", Date.from(utc)),
        Arguments.of(0, "\"2024-05-31\"", Date.from(midnight)),
        Arguments.of(0, "1717158600000", Date.from(utc)),
        Arguments.of(0, "\"1717158600000\"", Date.from(utc)),
        Arguments.of(1, "\"2024-05-31 12:30:00\"", Timestamp.from(here)),
        Arguments.of(2, "\"2024-05-31\"", java.sql.Date.valueOf(NOON.toLocalDate())),
        Arguments.of(4, "\"2024-05-31T12:30:00Z\"", utc),
        Arguments.of(4, "\"2024-05-31 12:30:00\"", here),
        Arguments.of(4, "1717158600000", utc),
        Arguments.of(5, "\"2024-05-31T12:30:00\"", NOON),
        Arguments.of(5, "\"2024-05-31 12:30\"", NOON),
        Arguments.of(6, "\"2024-05-31\"", NOON.toLocalDate()),
        Arguments.of(6, "\"2024/05/31\"", NOON.toLocalDate()),
        Arguments.of(7, "\"12:30\"", NOON.toLocalTime()),
        Arguments.of(
            8, "\"2024-05-31T12:30:00+08:00\"", OffsetDateTime.parse("2024-05-31T12:30+08:00")),
        Arguments.of(8, "\"2024-05-31 12:30:00\"", NOON.atZone(HERE).toOffsetDateTime()),
        Arguments.of(
            9,
            "\"2024-05-31T12:30:00+08:00[Asia/Shanghai]\"",
            NOON.atZone(ZoneId.of("Asia/Shanghai"))),
        Arguments.of(9, "\"2024-05-31T12:30:00+08:00\"", NOON.atZone(ZoneId.of("+08:00"))),
        Arguments.of(9, "\"2024-05-31T12:30:00Z[UTC]\"", NOON.atZone(ZoneId.of("UTC"))));
  }

  @ParameterizedTest
  @MethodSource("dates")
  void aDateOfEachUsualFormIsKeptWithItsZone(int parameter, String json, Object expected) {
    String[] all = new String[10];
    Arrays.fill(all, "null");
    all[parameter] = json;

    Object value = values("dates", "[" + String.join(",", all) + "]")[parameter];

    assertThat(value).isEqualTo(expected).hasSameClassAs(expected);
  }

  @Test
  void aCalendarHasTheMomentThatWasWritten() {
    Object calendar =
        values("dates", "[null,null,null,\"2024-05-31T12:30:00Z\",null,null,null,null,null,null]")[
            3];

    assertThat(((Calendar) calendar).toInstant()).isEqualTo("2024-05-31T12:30:00Z");
  }

  @ParameterizedTest
  @CsvSource({"object", "variable", "shape", "base", "circle"})
  void aClassThatIsNamedIsMade(String method) {
    Object made = value(method, "{\"class\": \"" + CIRCLE + "\", \"id\": 3, \"radius\": 1.5}");

    assertThat(made).isInstanceOf(Circle.class);
    assertThat(((Circle) made).id).isEqualTo(3);
    assertThat(((Circle) made).radius).isEqualTo(1.5);
  }

  @Test
  void aClassIsMadeWithinListsAndMaps() {
    String circle = "{\"class\": \"" + CIRCLE + "\", \"tag\": {\"class\": \"" + CIRCLE + "\"}}";

    assertThat((List<?>) value("shapes", "[" + circle + "]")).allMatch(Circle.class::isInstance);
    assertThat((List<?>) value("list", "[" + circle + "]")).allMatch(Circle.class::isInstance);
    assertThat(((Map<?, ?>) value("map", "{\"a\": [" + circle + "]}")).get("a"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .allMatch(Circle.class::isInstance)
        .extracting(each -> ((Circle) each).tag)
        .allMatch(Circle.class::isInstance);
  }

  @Test
  void whatHasNoClassStaysAMapAListOrANumber() {
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("a", 1);
    expected.put("b", List.of(9007199254740993L, 0.5, "x", true));
    expected.put("c", new HashMap<>(Map.of("d", new BigDecimal("0.12345678901234567890123"))));

    Object made =
        value(
            "object",
            "{\"a\": 1, \"b\": [9007199254740993, 0.5, \"x\", true],"
                + " \"c\": {\"d\": 0.12345678901234567890123}}");

    assertThat(made).isEqualTo(expected);
  }

  @Test
  void enumMapsAndOptionalsFit() {
    assertThat(value("enums", "{\"MONDAY\": 8}"))
        .isEqualTo(new EnumMap<>(Map.of(DayOfWeek.MONDAY, 8)));
    assertThat(values("optional", "[\"x\", 7]"))
        .containsExactly(Optional.of("x"), OptionalInt.of(7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shape  | {"radius": 1}               | $Shape is abstract (valid: an object with
          base   | {"id": 1}                   | $Base is abstract (valid: an object with
          shapes | [{"radius": 1}]             | argument 1, 0: io.poolbench.dubbo.ArgumentTypesTest$Shape is abstract
          object | {"class": "com.example.No"} | no class "com.example.No" in
          shape  | {"class": "java.util.Date"} | java.util.Date is no io.poolbench.dubbo.ArgumentTypesTest$Shape
          closed | {"size": 1}                 | has no constructor without arguments
          enums  | {"FUNDAY": 1}               | FUNDAY" does not fit (valid: MONDAY, TUESDAY,
          """)
  void aMistakeIsNamedWithoutJargon(String method, String json, String problem) {
    assertThatThrownBy(() -> value(method, json))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(problem.replace("\"", "'"))
        .hasMessageNotContaining("Jackson")
        .hasMessageNotContaining("deserializ");
  }

  @Test
  void aDateThatDoesNotFitNamesTheForms() {
    assertThatThrownBy(
            () -> values("dates", "[\"today\",null,null,null,null,null,null,null,null,null]"))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .contains(
            "'today' does not fit (valid: java.util.Date, such as 2024-05-31 12:30:00, 2024-05-31T12:30:00+02:00 or milliseconds)");
  }
}
