package io.poolbench.result;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/**
 * The JSON of measurements. A histogram is the base64 text of HdrHistogram's V2 encoding, or an
 * empty text if it has no value; an empty optional is null.
 *
 * <p>If consecutive histograms are the same, as response and service time of a closed loop are,
 * they are encoded and decoded once.
 */
public final class MeasurementModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  public MeasurementModule() {
    addSerializer(Histogram.class, new HistogramWriter());
    addDeserializer(Histogram.class, new HistogramReader());
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    new Jdk8Module().setupModule(context);
  }

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
    /** Shared, and therefore must not be changed. */
    private static final Histogram NONE = resizable(new Histogram(1, 2, 3));

    @Override
    public Histogram deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      String text = json.getText();
      Last last = (Last) context.getAttribute(Last.class);
      if (last == null || !last.text.equals(text)) {
        last = new Last(text.isEmpty() ? NONE : decoded(json, text), text);
        context.setAttribute(Last.class, last);
      }
      return last.histogram;
    }

    private static Histogram decoded(JsonParser json, String text) throws JsonMappingException {
      try {
        return resizable(HistogramText.decode(text));
      } catch (IllegalArgumentException e) {
        throw JsonMappingException.from(json, e.getMessage(), e);
      }
    }

    /** A copy may then take the values of another one, whose range may be larger. */
    private static Histogram resizable(Histogram histogram) {
      histogram.setAutoResize(true);
      return histogram;
    }
  }
}
