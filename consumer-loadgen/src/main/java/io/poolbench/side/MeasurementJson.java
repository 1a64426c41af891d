package io.poolbench.side;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.PendingCalls;
import io.poolbench.result.HistogramText;
import java.io.IOException;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * JSON encoding of measurements. A histogram is the base64 text of HdrHistogram's V2 encoding, or
 * an empty text if it has no value. Pending calls are the list of their ages in nanoseconds.
 *
 * <p>If consecutive histograms of a message are the same, as response and service time of a closed
 * loop are, they are encoded and decoded once.
 */
final class MeasurementJson extends SimpleModule {
  private static final long serialVersionUID = 1L;

  MeasurementJson() {
    addSerializer(new HistogramWriter());
    addDeserializer(Histogram.class, new HistogramReader());
    addSerializer(new PendingWriter());
    addDeserializer(PendingCalls.class, new PendingReader());
  }

  private record Last(Histogram histogram, String text) {}

  private static final class HistogramWriter extends StdSerializer<Histogram> {
    private static final long serialVersionUID = 1L;

    HistogramWriter() {
      super(Histogram.class);
    }

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

  private static final class HistogramReader extends StdDeserializer<Histogram> {
    private static final long serialVersionUID = 1L;

    HistogramReader() {
      super(Histogram.class);
    }

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

  private static final class PendingWriter extends StdSerializer<PendingCalls> {
    private static final long serialVersionUID = 1L;

    PendingWriter() {
      super(PendingCalls.class);
    }

    @Override
    public void serialize(PendingCalls pending, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      long[] agesNanos = pending.agesNanos().toArray();
      json.writeArray(agesNanos, 0, agesNanos.length);
    }
  }

  private static final class PendingReader extends StdDeserializer<PendingCalls> {
    private static final long serialVersionUID = 1L;

    PendingReader() {
      super(PendingCalls.class);
    }

    @Override
    public PendingCalls deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return PendingCalls.of(Arrays.stream(context.readValue(json, long[].class)));
    }
  }
}
