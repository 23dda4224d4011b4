-- Operating systems have one name each (schema/clicks/systems.ts). Earlier releases stored those of ua-parser-js. Segments of
-- systems are deleted: what they hold can't be merged by an update, and pages count the clicks without them.
ALTER TABLE owner_day_segment DELETE WHERE field IN ('os', 'rare os');

ALTER TABLE clicks UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE misses UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE misses_by_owner UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE conversions UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE imported_visits UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE link_day_value UPDATE value = multiIf(lower(value) = 'mac os', 'macOS', lower(value) = 'chromium os', 'Chrome OS', 'Linux')
WHERE dimension = 'os' AND lower(value) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE owner_day_value UPDATE value = multiIf(lower(value) = 'mac os', 'macOS', lower(value) = 'chromium os', 'Chrome OS', 'Linux')
WHERE field = 'os' AND lower(value) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');
