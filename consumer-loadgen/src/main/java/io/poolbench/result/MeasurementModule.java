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

  private static final class HistogramWriter extends JsonSerializer<Histogram> {
    @Override
    public void serialize(Histogram histogram, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(histogram.getTotalCount() == 0 ? "" : HistogramText.encode(histogram));
    }
  }

  private static final class HistogramReader extends JsonDeserializer<Histogram> {
    /** Shared, and therefore must not be changed. */
    private static final Histogram NONE = resizable(new Histogram(1, 2, 3));

    @Override
    public Histogram deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      String text = json.getText();
      return text.isEmpty() ? NONE : decoded(json, text);
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
