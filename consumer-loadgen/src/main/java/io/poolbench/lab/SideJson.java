package io.poolbench.lab;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.poolbench.load.LatencyRecorder;
import io.poolbench.result.HistogramText;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/**
 * The JSON mapper of messages. Each component of a record is a property. A histogram is the base64
 * text of HdrHistogram's V2 encoding, or an empty text if it has no value.
 *
 * <p>If consecutive histograms of a message are the same, as response and service time of a closed
 * loop are, they are encoded and decoded once.
 */
public final class SideJson {
  /** Boolean methods of a record, such as {@code isEmpty()}, are not properties. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .addModule(
              new SimpleModule()
                  .addSerializer(Histogram.class, new HistogramWriter())
                  .addDeserializer(Histogram.class, new HistogramReader()))
          .build();

  private SideJson() {}

  private record Last(Histogram histogram, String text) {}

  private static final class HistogramWriter extends JsonSerializer<Histogram> {
    @Override
    @SuppressWarnings("ReferenceEquality") // Cheaper than a comparison of all counts.
    public void serialize(Histogram histogram, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      Last last = (Last) provider.getAttribute(Last.class);
      if (last == null || last.histogram != histogram) {
        String text = histogram.getTotalCount() == 0 ? "" : HistogramText.encode(histogram);
        last = new Last(histogram, text);
        provider.setAttribute(Last.class, last);
      }
      json.writeString(last.text);
    }
  }

  private static final class HistogramReader extends JsonDeserializer<Histogram> {
    @Override
    public Histogram deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      String text = json.getText();
      Last last = (Last) context.getAttribute(Last.class);
      if (last == null || !last.text.equals(text)) {
        last = new Last(text.isEmpty() ? LatencyRecorder.none() : HistogramText.decode(text), text);
        context.setAttribute(Last.class, last);
      }
      return last.histogram;
    }
  }
}
