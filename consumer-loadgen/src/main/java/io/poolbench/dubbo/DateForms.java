package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The forms of dates and times in JSON: ISO 8601, with a space or a {@code T} before the time and
 * with {@code -} or {@code /} in the date, or milliseconds since 1970. A moment without a zone is
 * in the zone of this JVM; a zone that is written is kept.
 */
final class DateForms extends SimpleModule {
  private static final String MOMENTS =
      "such as 2024-05-31 12:30:00, 2024-05-31T12:30:00+02:00 or milliseconds";

  private static final Map<Class<?>, String> LOCAL =
      Map.of(
          LocalDateTime.class, "such as 2024-05-31 12:30:00",
          LocalDate.class, "such as 2024-05-31",
          LocalTime.class, "such as 12:30:00");

  private static final Pattern MILLIS = Pattern.compile("-?\\d{1,18}");
  private static final Pattern TIME =
      Pattern.compile("(?<time>\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)");
  private static final Pattern FORM =
      Pattern.compile(
          "(?<day>\\d{4}[-/]\\d{2}[-/]\\d{2})(?:[T ]"
              + TIME
              + "(?: ?(?<offset>Z|[+-]\\d{2}:?\\d{2}))?(?:\\[(?<region>[^\\]]+)])?)?");

  DateForms() {
    add(Date.class, written -> Date.from(written.moment().toInstant()));
    add(Timestamp.class, written -> Timestamp.from(written.moment().toInstant()));
    add(
        java.sql.Date.class,
        written -> new java.sql.Date(written.moment().toInstant().toEpochMilli()));
    add(Calendar.class, DateForms::calendar);
    add(GregorianCalendar.class, DateForms::calendar);
    add(Instant.class, written -> written.moment().toInstant());
    add(OffsetDateTime.class, written -> written.moment().toOffsetDateTime());
    add(ZonedDateTime.class, Written::moment);
    add(LocalDateTime.class, Written::local);
    add(LocalDate.class, Written::localDay);
    add(LocalTime.class, written -> written.time);
  }

  private <T> void add(Class<T> type, Function<Written, T> value) {
    addDeserializer(type, new Form<>(type, value));
  }

  private static GregorianCalendar calendar(Written written) {
    return GregorianCalendar.from(written.moment());
  }

  /** The valid forms of a type; empty if it is no type of dates or times. */
  static Optional<String> of(Class<?> type) {
    boolean moment =
        Date.class.isAssignableFrom(type)
            || Calendar.class.isAssignableFrom(type)
            || type == Instant.class
            || type == OffsetDateTime.class
            || type == ZonedDateTime.class;
    return Optional.ofNullable(moment ? MOMENTS : LOCAL.get(type));
  }

  /**
   * A date or a time as it is written.
   *
   * @param day null if there is only a time
   * @param time null if there is only a day
   * @param zone null if none is written
   */
  private record Written(LocalDate day, LocalTime time, ZoneOffset offset, ZoneId zone) {
    static Written parse(String text) {
      if (MILLIS.matcher(text).matches()) {
        return ofMillis(Long.parseLong(text));
      }
      Matcher alone = TIME.matcher(text);
      if (alone.matches()) {
        return new Written(null, LocalTime.parse(alone.group("time")), null, null);
      }
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new DateTimeException(text);
      }
      String time = form.group("time");
      String offset = form.group("offset");
      String region = form.group("region");
      return new Written(
          LocalDate.parse(form.group("day").replace('/', '-')),
          time == null ? null : LocalTime.parse(time),
          offset == null ? null : ZoneOffset.of(offset),
          region == null ? null : ZoneId.of(region));
    }

    static Written ofMillis(long millis) {
      ZonedDateTime here = Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault());
      return new Written(here.toLocalDate(), here.toLocalTime(), here.getOffset(), here.getZone());
    }

    ZonedDateTime moment() {
      LocalDateTime local = require(day).atTime(time == null ? LocalTime.MIDNIGHT : time);
      if (offset != null) {
        return ZonedDateTime.ofInstant(local, offset, zone == null ? offset : zone);
      }
      return local.atZone(zone == null ? ZoneId.systemDefault() : zone);
    }

    LocalDateTime local() {
      requireWithoutZone();
      return require(day).atTime(require(time));
    }

    LocalDate localDay() {
      if (time != null) {
        throw new DateTimeException("a time");
      }
      return require(day);
    }

    private void requireWithoutZone() {
      if (offset != null || zone != null) {
        throw new DateTimeException("a zone");
      }
    }

    private static <T> T require(T part) {
      if (part == null) {
        throw new DateTimeException("a part is missing");
      }
      return part;
    }
  }

  private static final class Form<T> extends StdScalarDeserializer<T> {
    private final transient Function<Written, T> value;

    Form(Class<T> type, Function<Written, T> value) {
      super(type);
      this.value = value;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
      boolean isMillis = in.hasToken(JsonToken.VALUE_NUMBER_INT);
      if (!isMillis && !in.hasToken(JsonToken.VALUE_STRING)) {
        return (T) context.handleUnexpectedToken(handledType(), in);
      }
      try {
        T date = value.apply(Written.parse(in.getText().strip()));
        if (date != null) {
          return date;
        }
      } catch (DateTimeException e) {
        // Is reported as any other text that does not fit.
      }
      throw context.weirdStringException(in.getText(), handledType(), "no date");
    }
  }
}
