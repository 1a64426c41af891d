package interop;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

public final class Item implements Serializable {
  private static final long serialVersionUID = 1L;

  public String text;
  public String none;
  public long number;
  public double ratio;
  public boolean set;
  public List<String> tags;
  public List<Item> items;
  public Map<String, Object> nested;
}
