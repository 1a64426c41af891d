package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The CPUs that a study assigns, in the kernel's list format ({@code 0-3,8}).
 *
 * @param provider CPUs of the provider; empty = chosen by the lab
 * @param driver CPUs of the driver and of a local Redis; empty = chosen by the lab
 */
public record CpuSets(String provider, String driver) {
  public static final CpuSets AUTO = new CpuSets("", "");

  private static final Pattern RANGE = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");

  public CpuSets {
    provider = list("provider", provider);
    driver = list("driver", driver);
  }

  private static String list(String setting, String list) {
    if (list.isEmpty() || list.equals("auto")) {
      return "";
    }
    for (String range : list.split(",", -1)) {
      Matcher matcher = RANGE.matcher(range);
      boolean valid =
          matcher.matches()
              && (matcher.group(2) == null
                  || Integer.parseInt(matcher.group(1)) <= Integer.parseInt(matcher.group(2)));
      if (!valid) {
        throw new InvalidSettingException(
            setting, "invalid CPU or range '" + range + "' (example: 4, 0-3,8)");
      }
    }
    return list;
  }
}
